#include "settle_goals.hpp"

#include <algorithm>
#include <vector>

#include "mesh/triangles_at.hpp"

namespace clearway {

bool settle_goals(SearchScratch& scratch, const LocatedPoint& start, double radius,
                  WedgeSearch& search, bool first_only, double max_work, SearchStats& stats) {
  const Mesh& mesh = scratch.world.mesh();
  Goals& goals = scratch.goals;
  if (goals.open() == 0) return true;
  search.set_deterministic(false);
  search.begin(start, radius, goals, stats);
  constexpr std::uint64_t slice = 256;  // expansions between two comparisons with `max_work`
  const std::uint64_t before = work(stats);
  const auto is_spent = [&] { return static_cast<double>(work(stats) - before) >= max_work; };
  // Returns true if the work or the expansions are spent first, false if the search is complete.
  const auto is_stopped = [&](std::size_t open_goals, std::uint64_t max_expansions) {
    for (;;) {
      const double bound = search.run_until(
          open_goals, std::min(max_expansions, saturating_sum(stats.expanded, slice)));
      if (goals.open() <= open_goals || bound == std::numeric_limits<double>::infinity())
        return false;
      if (is_spent() || stats.expanded >= max_expansions) return true;
    }
  };
  const auto open_at_end = [&] { return first_only ? goals.open() - 1 : 0; };
  if (!is_stopped(open_at_end(),
                  saturating_sum(stats.expanded, expansions_before_reach_test(mesh))))
    return true;
  if (is_spent()) return false;
  const IdVector<TriangleId, char> reached = scratch.reach_filter.may_reach(start.at, radius);
  for (const GoalId g : goals.ids()) {
    bool may_be_reached = false;
    for_each_triangle_at(mesh, goals.located(g).at,
                         [&](TriangleId t) { may_be_reached |= reached[t] != 0; });
    if (!may_be_reached && !goals.is_settled(g)) goals.drop(g);
  }
  return goals.open() == 0 || !is_stopped(open_at_end(), no_limit);
}

}  // namespace clearway
