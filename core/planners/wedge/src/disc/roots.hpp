// Roots of the disc search: circles that the path rolls along. Of several at one corner and
// side only those stay that are somewhere the cheapest.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

struct DiscRoot {
  Circle circle;
  int side;         // +1: the path rolls counter-clockwise, -1: clockwise; 0: the start
  VertexId vertex;  // none: the start
  Index parent;     // none: the start
  HalfEdgeId near;  // a half-edge of the triangle that holds the point of contact
  Index next;       // another root at the same corner and side
  Index depth;      // roots before it
  Vector arrival;   // direction in which the path reaches it
  double cost;      // to the point of contact
  double reach;     // how far the disc can roll, as an angle
  double limit;     // from this angle on another root is no dearer; negative: none needs it
};

class DiscRoots {
 public:
  void begin(std::size_t vertices, double radius, double slack);
  const DiscRoot& operator[](Index root) const { return roots_[root]; }
  Index size() const { return static_cast<Index>(roots_.size()); }

  // The angle rolled from the arrival until the path leaves in direction u, below a turn.
  double turned(const DiscRoot& root, const Vector& u) const;
  // No more than that, at a third of its price.
  double turned_at_least(const DiscRoot& root, const Vector& u) const;
  double cost_after(const DiscRoot& root, double angle) const { return root.cost + r_ * angle; }

  // Whether a root known rolls to the same point of contact at no greater cost; from the
  // other side, or backwards, at less cost: what goes on from there would not be taut.
  bool is_dominated(VertexId vertex, int side, const Vector& u, double cost) const;

  // The roots at a vertex: the last added on one side, and those before it by `next`.
  Index first_at(VertexId vertex, int side) const {
    const Here& here = here_[2 * vertex.number() + (side > 0)];
    return here.query == query_ ? here.root : none;
  }
  bool are_any_at(VertexId vertex) const {
    return (here_[2 * vertex.number()].query == query_) |
           (here_[2 * vertex.number() + 1].query == query_);
  }

  void add_start(const DiscRoot& root) { roots_.push_back(root); }
  // False: where the root can roll another one at its corner is cheaper at once.
  bool is_needed(const DiscRoot& root) const;
  // Adds a root that is needed, and sets limits on it and on those at its corner.
  void add(DiscRoot root);
  // Roots that were added and that cheaper ones made needless: what was expanded from them is lost.
  std::size_t superseded() const { return superseded_; }

 private:
  struct Here {
    Index root;
    std::uint32_t query;
  };
  double r_ = 0.0, slack_ = 0.0;
  std::vector<DiscRoot> roots_;
  std::vector<Here> here_;  // by vertex and side: a list of roots
  std::uint32_t query_ = 0;
  std::size_t superseded_ = 0;
};

}  // namespace clearway
