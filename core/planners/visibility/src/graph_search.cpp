#include "clearway/planners/graph_search.hpp"

#include "clearway/geometry/predicates.hpp"
#include "corner_search.hpp"
#include "visibility/sight.hpp"

namespace clearway {

struct GraphSearch::Scratch {
  Scratch(const World& world, const Corners& corners) : sight(world, corners) {}
  Sight sight;
  CornerSearch search;
};

class GraphSearch::Run {
 public:
  Run(const Corners& corners, const VisibilityGraph& graph, Scratch& scratch)
      : corners_(corners), graph_(graph), s_(scratch) {}

  bool is_useful(Index c, const Point& p) const {
    return !graph_.pruned() || turns(corners_[c], p) != 0;
  }

  void expand(Index c) {
    for (const Index other : graph_.neighbours(c)) s_.search.relax(other, c);
    if (s_.search.sees_goal(c)) s_.search.relax(s_.search.goal_node(), c);
  }

  // Property Two: only what lies behind the corner, seen from the place before it. Neighbours
  // are sorted from the solid outwards, so the first that is not hidden ends it.
  void expand_hidden(Index c) {
    const Point before = s_.search.before(c), at = corners_[c].at;
    const int may = turns(corners_[c], before);
    if (may & turns_left) {
      for (const Index other : graph_.to_left(c)) {
        if (orientation(before, at, corners_[other].at) < 0) break;
        s_.search.relax(other, c);
      }
    }
    if (may & turns_right) {
      for (const Index other : graph_.to_right(c)) {
        if (orientation(before, at, corners_[other].at) > 0) break;
        s_.search.relax(other, c);
      }
    }
    if (!s_.search.sees_goal(c)) return;
    const int turn = orientation(before, at, s_.search.goal());
    if ((turn >= 0 && (may & turns_left)) || (turn <= 0 && (may & turns_right)))
      s_.search.relax(s_.search.goal_node(), c);
  }

 private:
  const Corners& corners_;
  const VisibilityGraph& graph_;
  Scratch& s_;
};

GraphSearch::GraphSearch(const World& world, const Corners& corners, const VisibilityGraph& graph)
    : world_(world),
      corners_(corners),
      graph_(graph),
      scratch_(std::make_unique<Scratch>(world, corners)) {}
GraphSearch::~GraphSearch() = default;

Path GraphSearch::find(const Point& start, const Point& goal, bool prune_successors) {
  Run run(corners_, graph_, *scratch_);
  const bool hides = graph_.pruned() && prune_successors;
  return find_over_corners(
      world_, corners_, scratch_->search, scratch_->sight, start, goal,
      [&](Index c, const Point& p) { return run.is_useful(c, p); },
      [&](Index c) { hides ? run.expand_hidden(c) : run.expand(c); });
}

}  // namespace clearway
