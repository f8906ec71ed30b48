#include "partial_path.hpp"

#include <utility>
#include <vector>

#include "geometry/construction.hpp"
#include "planners/common/closest_point.hpp"
#include "planners/common/reached_area.hpp"
#include "query/nearest_free_points.hpp"
#include "settle_goals.hpp"
#include "single_path.hpp"

namespace clearway {

Path find_partial_path(SearchScratch& scratch, const LocatedPoint& start, const Point& goal,
                       double radius, const SearchOptions& options) {
  const World& world = scratch.world;
  IdVector<TriangleId, char> reached = scratch.reach_filter.may_reach(start.at, radius);
  Path path;
  const auto find_to = [&](const LocatedPoint& end) {
    path = find_single_path(scratch, {start, end, radius, options});
    if (path.status != Status::found) return false;
    path.status = Status::partial;
    return true;
  };
  if (radius == 0) {
    const auto end = closest_point(world, goal, reached);
    find_to(end ? world.located(*end) : start);
    return path;
  }
  // Nearly always the first candidate is the answer. Above the world's max_radius a candidate may
  // turn out to be unreachable only when it is searched for: then one search at a time tries a
  // growing group of candidates.
  ReachedArea area(world, start, radius, std::move(reached));
  NearestFreePoints candidates(world, goal, radius, &area.triangles());
  const double start_distance = distance(start.point, goal);
  IdVector<GoalId, LocatedPoint> group;
  SearchStats stats;
  // Geometric growth: few searches, and the last one tries at most this many times as many
  // candidates as necessary.
  constexpr std::size_t growth = 4;
  for (std::size_t group_size = 1;; group_size *= growth) {
    group.clear();
    bool is_last = false;
    while (group.size() < group_size && !is_last && !options.is_late()) {
      const auto candidate = candidates.next(options.limit);
      is_last = !candidate || distance(*candidate, goal) >= start_distance;
      if (is_last) break;
      const LocatedPoint located = world.located(*candidate);
      if (area.contains(located)) group.push_back(located);
    }
    if (group.size() == 1) {
      if (find_to(group.front())) break;
    } else if (!group.empty()) {
      Goals& goals = scratch.goals;
      goals.begin(world, group);
      WedgeSearches& searches = scratch.searches;
      WedgeSearch& search =
          searches.is_small(radius) ? searches.restricted_point() : searches.exact(radius);
      settle_goals(scratch, start, radius, search, false, static_cast<double>(options.limit),
                   stats);
      GoalId best{0};
      while (best < goals.end_id() && !goals.is_settled(best)) ++best;
      if (best < goals.end_id() && find_to(group[best])) break;
    }
    if (!is_last && !options.is_late()) continue;
    if (!candidates.is_exhausted() && (candidates.steps() >= options.limit || options.is_late())) {
      path = no_path_yet();
      path.lower_bound = 0.0;
    } else {
      find_to(start);
    }
    break;
  }
  path.stats.expanded += candidates.steps() + stats.expanded;
  path.stats.generated += stats.generated;
  return path;
}

}  // namespace clearway
