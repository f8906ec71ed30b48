// Where a search for points can go: from a triangle, entered over a half-edge, over its other
// sides, unless these are walls, lead into dead ends, or are closed to a disc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "planners/dead_ends.hpp"

namespace clearway {

class PointSteps {
 public:
  explicit PointSteps(const World& world) : world_(world), mesh_(world.mesh()), dead_ends_(world) {}

  // As WedgeSearch::set_deterministic.
  void set_deterministic(bool is) { is_repeatable_ = is; }
  // True when all has been forgotten. Sides that a disc of this width cannot get to round their
  // corner (Clearance::around) count as walls, but for the turns in `open`: half-edges that start
  // at the corner. Width 0: a point, `open` is empty.
  bool begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open);
  // Whether it cannot go round the corner where the half-edge starts, between its sides there.
  bool is_shut(HalfEdgeId turn) const {
    if (width_ == 0) return false;
    const double width = world_.around(turn);  // negative: beside a wall
    return width >= 0 && width < width_ &&
           std::find(open_.begin(), open_.end(), turn) == open_.end();
  }
  // Tells of so many expansions.
  void spend(std::uint64_t expansions) { spent_ += expansions; }

  // The half-edge ahead beyond a side; none when it is a wall or nothing is to be found there.
  HalfEdgeId over(HalfEdgeId side) const {
    return mesh_.constrained(side) || dead_ends_.are_barred(side) ? none : mesh_.twin(side);
  }
  // The same beyond the left or right side of the triangle entered over `ahead`: the left side
  // starts at its apex, the right ends there.
  HalfEdgeId left_of(HalfEdgeId ahead) const {
    return width_ > 0 && is_shut(ahead) ? none : over(Mesh::prev(ahead));
  }
  HalfEdgeId right_of(HalfEdgeId ahead) const {
    return width_ > 0 && is_shut(Mesh::next(ahead)) ? none : over(Mesh::next(ahead));
  }

 private:
  const World& world_;
  const Mesh& mesh_;
  DeadEnds dead_ends_;
  bool is_repeatable_ = false;
  std::uint64_t version_ = ~std::uint64_t{0};
  double width_ = 0.0;
  std::vector<HalfEdgeId> open_;
  std::uint64_t spent_ = 0;  // expansions in this version
};

}  // namespace clearway
