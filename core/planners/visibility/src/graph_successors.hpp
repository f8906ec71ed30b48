// The successors of a corner by a visibility graph (Vinther 2015, 4.4.1 and 4.4.2).
#pragma once

#include "clearway/geometry/predicates.hpp"
#include "corner_astar.hpp"
#include "visibility/expansion_view.hpp"
#include "visibility/graph.hpp"

namespace clearway {

class GraphSuccessors {
 public:
  GraphSuccessors(const World& world, const Corners& corners, const VisibilityGraph& graph)
      : corners_(corners), graph_(graph), sight_(world, corners) {}

  // As BspSuccessors.
  void begin(bool prune_successors) { is_pruned_ = graph_.pruned() && prune_successors; }
  void visible_from(const Point& end, std::vector<CornerId>& out) {
    sight_.corners_from(end, true, out);
  }
  bool can_bend(CornerId c, const Point& end) const {
    return !graph_.pruned() || turns(corners_[c], end) != 0;
  }
  void expand(CornerId c, CornerAStar& search) const {
    if (is_pruned_)
      expand_hidden(c, search);
    else
      expand_all(c, search);
  }

 private:
  void expand_all(CornerId c, CornerAStar& search) const {
    for (const CornerId other : graph_.neighbours(c)) search.relax(other, c);
    if (search.sees_goal(c)) search.relax(search.goal_node(), c);
  }

  // Property Two: only what the corner hides from its predecessor. Neighbours are sorted by their
  // direction, from the solid outwards, so that the first one that is not hidden ends the loop.
  void expand_hidden(CornerId c, CornerAStar& search) const {
    const Point before = search.predecessor(c), at = corners_[c].at;
    const int allowed = turns(corners_[c], before);
    if (allowed & turns_left) {
      for (const CornerId other : graph_.to_left(c)) {
        if (orientation(before, at, corners_[other].at) < 0) break;
        search.relax(other, c);
      }
    }
    if (allowed & turns_right) {
      for (const CornerId other : graph_.to_right(c)) {
        if (orientation(before, at, corners_[other].at) > 0) break;
        search.relax(other, c);
      }
    }
    if (!search.sees_goal(c)) return;
    const int turn = orientation(before, at, search.goal());
    if ((turn >= 0 && (allowed & turns_left)) || (turn <= 0 && (allowed & turns_right)))
      search.relax(search.goal_node(), c);
  }

  const Corners& corners_;
  const VisibilityGraph& graph_;
  ExpansionView sight_;
  bool is_pruned_ = false;
};

}  // namespace clearway
