// The successors of a corner by queries to the BSP, without a graph (Vinther 2015, 4.4.3). A query
// covers only the directions in which a path can continue, so that most of the tree is never
// visited.
#pragma once

#include "clearway/geometry/predicates.hpp"
#include "corner_astar.hpp"
#include "visibility/bsp.hpp"
#include "visibility/bsp_view.hpp"

namespace clearway {

class BspSuccessors {
 public:
  BspSuccessors(const World& world, const Corners& corners, const Bsp& bsp)
      : corners_(corners), view_(world, corners, bsp) {}

  // Begins a query, with or without Property Two.
  void begin(bool prune_successors) { is_pruned_ = prune_successors; }
  // The corners that an end of the path sees.
  void visible_from(const Point& end, std::vector<CornerId>& out) {
    view_.corners_from(end, true, out);
  }
  // Whether a path to or from this end, which the corner sees, may bend at the corner.
  bool can_bend(CornerId c, const Point& end) const { return turns(corners_[c], end) != 0; }
  // Relaxes the successors of the corner, the goal among them.
  void expand(CornerId c, CornerAStar& search) {
    const Point before = search.predecessor(c);
    const int allowed = turns(corners_[c], before);
    if (search.sees_goal(c)) {
      const int turn = orientation(before, corners_[c].at, search.goal());
      if (!is_pruned_ || (turn >= 0 && (allowed & turns_left)) ||
          (turn <= 0 && (allowed & turns_right)))
        search.relax(search.goal_node(), c);
    }
    const Point* hidden_from = is_pruned_ ? &before : nullptr;
    if (!is_pruned_ || (allowed & turns_left)) relax(c, SectorPart::beside_left, hidden_from, search);
    if (!is_pruned_ || (allowed & turns_right)) relax(c, SectorPart::beside_right, hidden_from, search);
  }

 private:
  void relax(CornerId c, SectorPart part, const Point* hidden_from, CornerAStar& search) {
    view_.corners_from(c, part, hidden_from, visible_);
    for (const CornerId other : visible_)
      if (turns(corners_[other], corners_[c].at) != 0) search.relax(other, c);
  }

  const Corners& corners_;
  BspView view_;
  std::vector<CornerId> visible_;  // scratch
  bool is_pruned_ = false;
};

}  // namespace clearway
