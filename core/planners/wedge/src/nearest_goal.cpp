#include "nearest_goal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "batch_cost.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "planners/common/rounded_ends.hpp"
#include "query/free.hpp"
#include "single_path.hpp"

namespace clearway {
namespace {

struct GoalCandidate {
  double lower_bound;  // straight distance from the start, less rounding
  Index index;         // among the goals given
  LocatedEnd end;
};

// The free goals, by their straight distance from the start and then by their index.
std::vector<GoalCandidate> sorted_candidates(const World& world, const Point& start,
                                             std::span<const Point> given, double radius) {
  std::vector<GoalCandidate> out;
  for (Index i = 0; i < given.size(); ++i) {
    check_interrupt();
    if (const auto goal = located_end(world, given[i], radius))
      out.push_back({distance(start, given[i]) * (1 - tolerance::estimate), i, *goal});
  }
  std::sort(out.begin(), out.end(), [](const GoalCandidate& a, const GoalCandidate& b) {
    return a.lower_bound < b.lower_bound || (a.lower_bound == b.lower_bound && a.index < b.index);
  });
  return out;
}

}  // namespace

Path find_nearest_goal(SearchScratch& scratch, const Point& start, std::span<const Point> given,
                       double radius, Index& nearest) {
  const World& world = scratch.world;
  Path best = no_path_yet();
  nearest = none;
  const auto free_start = located_end(world, start, radius);
  if (!free_start) {
    best.status = Status::start_blocked;
    return best;
  }
  const LocatedPoint from = free_start->point;
  radius = free_start->radius;
  std::vector<GoalCandidate> candidates = sorted_candidates(world, start, given, radius);
  const SearchOptions options;
  SearchStats stats;
  double cost = 0.0;
  const auto try_goal = [&](const GoalCandidate& goal) {
    Path path = find_single_path(scratch, {from, goal.end.point, goal.end.radius, options});
    if (from.point != start || goal.end.point.point != given[goal.index])
      extend_to_ends(start, given[goal.index], path);
    cost += batch::single_cost(path.stats);
    stats.expanded += path.stats.expanded;
    stats.generated += path.stats.generated;
    if (path.status != Status::found || path.length > best.length) return;
    if (path.length == best.length && goal.index > nearest) return;
    best = std::move(path);
    nearest = goal.index;
  };
  const auto may_be_nearest = [&](const GoalCandidate& goal) {
    return goal.lower_bound <= best.length;
  };
  std::size_t next = 0;
  while (next < candidates.size() && next < batch::sample_size && may_be_nearest(candidates[next]))
    try_goal(candidates[next++]);
  while (candidates.size() > next && !may_be_nearest(candidates.back())) candidates.pop_back();
  if (candidates.size() - next >= batch::min_goals && !scratch.searches.is_small(radius)) {
    std::vector<LocatedPoint> rest;
    for (std::size_t i = next; i < candidates.size(); ++i) rest.push_back(candidates[i].end.point);
    Goals& goals = scratch.goals;
    goals.begin(world, rest);
    const double single_searches =
        cost / static_cast<double>(next) * static_cast<double>(rest.size());
    const bool is_complete = settle_goals(scratch, from, radius, scratch.searches.exact(radius),
                                          true, batch::max_work(single_searches), stats);
    // Of a complete search only the goal that it settled first.
    std::vector<GoalCandidate> left;
    for (const GoalId g : goals.ids())
      if (goals.is_settled(g) || (!is_complete && goals.is_open(g)))
        left.push_back(candidates[next + g.number()]);
    candidates = std::move(left);
    next = 0;
  }
  for (; next < candidates.size(); ++next)
    if (may_be_nearest(candidates[next])) try_goal(candidates[next]);
  best.stats = stats;
  return best;
}

}  // namespace clearway
