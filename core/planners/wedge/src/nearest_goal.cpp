#include "nearest_goal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "batch_cost.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "query/free.hpp"
#include "single_path.hpp"

namespace clearway {
namespace {

struct Candidate {
  double lower_bound;  // straight distance from the start, less rounding
  Index index;         // among the goals given
  LocatedPoint point;
};

// The free goals, by their straight distance from the start and then by their index.
std::vector<Candidate> sorted_candidates(const World& world, const Point& start,
                                         std::span<const Point> given, double radius) {
  std::vector<Candidate> out;
  for (Index i = 0; i < given.size(); ++i) {
    check_interrupt();
    const LocatedPoint goal = world.located(given[i]);
    if (fits(world, goal, radius))
      out.push_back({distance(start, given[i]) * (1 - tolerance::estimate), i, goal});
  }
  std::sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
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
  const LocatedPoint from = world.located(start);
  if (!fits(world, from, radius)) {
    best.status = Status::start_blocked;
    return best;
  }
  std::vector<Candidate> candidates = sorted_candidates(world, start, given, radius);
  const SearchOptions options;
  SearchStats stats;
  double cost = 0.0;
  const auto try_goal = [&](const Candidate& goal) {
    Path path = find_single_path(scratch, {from, goal.point, radius, options});
    cost += batch::single_cost(path.stats);
    stats.expanded += path.stats.expanded;
    stats.generated += path.stats.generated;
    if (path.status != Status::found || path.length > best.length) return;
    if (path.length == best.length && goal.index > nearest) return;
    best = std::move(path);
    nearest = goal.index;
  };
  const auto may_be_nearest = [&](const Candidate& goal) {
    return goal.lower_bound <= best.length;
  };
  std::size_t next = 0;
  while (next < candidates.size() && next < batch::sample_size && may_be_nearest(candidates[next]))
    try_goal(candidates[next++]);
  while (candidates.size() > next && !may_be_nearest(candidates.back())) candidates.pop_back();
  if (candidates.size() - next >= batch::min_goals && !scratch.searches.is_small(radius)) {
    std::vector<LocatedPoint> rest;
    for (std::size_t i = next; i < candidates.size(); ++i) rest.push_back(candidates[i].point);
    Goals& goals = scratch.goals;
    goals.begin(world, rest);
    const double single_searches =
        cost / static_cast<double>(next) * static_cast<double>(rest.size());
    const bool is_complete = settle_goals(scratch, from, radius, scratch.searches.exact(radius),
                                          true, batch::max_work(single_searches), stats);
    // Of a complete search only the goal that it settled first.
    std::vector<Candidate> left;
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
