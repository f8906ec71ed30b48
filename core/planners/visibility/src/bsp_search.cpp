#include "clearway/planners/bsp_search.hpp"

#include "clearway/geometry/predicates.hpp"
#include "corner_search.hpp"
#include "visibility/bsp_view.hpp"

namespace clearway {

struct BspSearch::Scratch {
  Scratch(const World& world, const Corners& corners, const Bsp& bsp) : view(world, corners, bsp) {}
  BspView view;
  CornerSearch search;
  std::vector<Index> seen;
};

class BspSearch::Run {
 public:
  Run(const Corners& corners, Scratch& scratch, bool prune_successors)
      : corners_(corners), s_(scratch), two_(prune_successors) {}

  void expand(Index c) {
    const Point before = s_.search.before(c);
    const int may = turns(corners_[c], before);
    if (s_.search.sees_goal(c)) {
      const int turn = orientation(before, corners_[c].at, s_.search.goal());
      if (!two_ || (turn >= 0 && (may & turns_left)) || (turn <= 0 && (may & turns_right)))
        s_.search.relax(s_.search.goal_node(), c);
    }
    const Point* hidden_from = two_ ? &before : nullptr;
    if (!two_ || (may & turns_left)) look(c, Field::beside_left, hidden_from);
    if (!two_ || (may & turns_right)) look(c, Field::beside_right, hidden_from);
  }

 private:
  void look(Index c, Field field, const Point* before) {
    s_.view.corners_from(c, field, before, s_.seen);
    for (const Index other : s_.seen)
      if (turns(corners_[other], corners_[c].at) != 0) s_.search.relax(other, c);
  }

  const Corners& corners_;
  Scratch& s_;
  const bool two_;
};

BspSearch::BspSearch(const World& world, const Corners& corners, const Bsp& bsp)
    : world_(world), corners_(corners), scratch_(std::make_unique<Scratch>(world, corners, bsp)) {}
BspSearch::~BspSearch() = default;

Path BspSearch::find(const Point& start, const Point& goal, bool prune_successors) {
  Run run(corners_, *scratch_, prune_successors);
  return find_over_corners(
      world_, corners_, scratch_->search, scratch_->view, start, goal,
      [&](Index c, const Point& p) { return turns(corners_[c], p) != 0; },
      [&](Index c) { run.expand(c); });
}

}  // namespace clearway
