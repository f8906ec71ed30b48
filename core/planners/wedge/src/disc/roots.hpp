// The roots of the search for discs: circles around corners along which the path rolls.
//
// Of several roots at one corner, a root is kept only for the angles at which it is the cheapest: a
// path that rolls to the same contact at a lower cost, on the same side, has all continuations of
// the other. A path that rolls on the other side, or backwards, to a contact at a lower cost proves
// that the other is not a prefix of a shortest path, as its continuations would not be taut.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

using DiscRootId = Id<struct DiscRootTag>;
inline constexpr DiscRootId start_root(0);

struct DiscRoot {
  Circle circle;
  int side;           // +1: the path rolls counter-clockwise, -1: clockwise, 0: the start
  VertexId vertex;    // none: the start
  DiscRootId parent;  // none: the start
  HalfEdgeId near;    // in_order(), of the triangle that contains the contact
  DiscRootId next;    // another root at the same corner and side
  Index depth;        // roots before it
  Vector arrival;     // direction in which the path reaches it
  double cost;        // of the path to the contact
  double reach;       // how far the disc can roll, as an angle
  double limit;       // from this angle on another root costs no more; negative: superseded
};

class DiscRoots {
 public:
  void begin(std::size_t vertices, double radius, double slack);
  const DiscRoot& operator[](DiscRootId root) const { return roots_[root]; }
  // The id of the next root.
  DiscRootId end_id() const { return roots_.end_id(); }

  // The angle rolled from the arrival until the path leaves in direction u, less than a turn. An
  // angle that is negative by no more than `slack` is 0.
  static double turned(int side, const Vector& arrival, const Vector& u, double slack);
  double turned(const DiscRoot& root, const Vector& u) const {
    return root.vertex == none ? 0.0 : turned(root.side, root.arrival, u, slack_);
  }
  // A lower bound on it, at a third of the cost.
  double turned_at_least(const DiscRoot& root, const Vector& u) const;
  double cost_after(const DiscRoot& root, double angle) const { return root.cost + r_ * angle; }

  // Whether a known root rolls to the contact where a path with this cost arrives in direction u:
  // at no greater cost on the same side, or at less cost on the other side.
  bool is_dominated(VertexId vertex, int side, const Vector& u, double cost) const;

  // The last root added at the vertex on this side; `next` leads to the earlier ones.
  DiscRootId first_at(VertexId vertex, int side) const {
    const Here& here = here_[2 * vertex.number() + (side > 0)];
    return here.query == query_ ? here.root : DiscRootId(none);
  }
  bool are_any_at(VertexId vertex) const {
    return (here_[2 * vertex.number()].query == query_) |
           (here_[2 * vertex.number() + 1].query == query_);
  }

  // The arcs of the paths to all roots, relative to how much longer these paths are than straight
  // lines to their contacts. 1 if there are none.
  double arc_share() const;

  void add_start(const DiscRoot& root) { roots_.push_back(root); }
  // False if another root at its corner is cheaper from its contact on.
  bool is_needed(const DiscRoot& root) const;
  // Adds a root that is needed, and adjusts the limits of the roots at its corner.
  DiscRootId add(DiscRoot root);
  // Number of roots that became needless after they had been added: their expansion was wasted.
  std::size_t superseded() const { return superseded_; }

 private:
  struct Here {
    DiscRootId root;
    std::uint32_t query;
  };
  double r_ = 0.0, slack_ = 0.0;
  IdVector<DiscRootId, DiscRoot> roots_;
  std::vector<Here> here_;  // by vertex and side: a list of roots
  std::uint32_t query_ = 0;
  std::size_t superseded_ = 0;
};

}  // namespace clearway
