// Partial paths: where to go when the goal cannot be reached.
#include <limits>
#include <utility>
#include <vector>

#include "clearway/geometry/construction.hpp"
#include "optimal_state.hpp"
#include "planners/closest.hpp"
#include "planners/reached.hpp"
#include "query/nearest_places.hpp"

namespace clearway {

Path OptimalSearch::find_closest(const LocatedPoint& start, const Point& goal, double radius,
                                 const SearchOptions& options) {
  IdVector<TriangleId, char> reached = state_->connected.may_reach(start.at, radius);
  Path path;
  const auto go_to = [&](const LocatedPoint& place) {
    path = solve(start, place, radius, options);
    if (path.status != Status::found) return false;
    path.status = Status::partial;
    return true;
  };
  if (radius == 0) {
    const auto place = closest_point(world_, goal, reached);
    go_to(place ? world_.located(*place) : start);
    return path;
  }
  // Nearly always the first place is the answer. Where a search finds no way to it, as may be above
  // the world's max_radius, one search is for all of a growing number of places.
  Reached area(world_, start, radius, std::move(reached));
  NearestPlaces places(world_, goal, radius, &area.triangles());
  const double own = distance(start.point, goal);
  IdVector<GoalId, LocatedPoint> group;
  SearchStats stats;
  for (std::size_t most = 1;; most *= 4) {
    group.clear();
    bool is_last = false;
    while (group.size() < most && !is_last) {
      const auto place = places.next(options.limit);
      is_last = !place || distance(*place, goal) >= own;
      if (is_last) break;
      const LocatedPoint located = world_.located(*place);
      if (area.contains(located)) group.push_back(located);
    }
    if (group.size() == 1) {
      if (go_to(group.front())) break;
    } else if (!group.empty()) {
      Goals& goals = state_->goals;
      goals.begin(world_, group);
      settle(start, radius, state_->is_narrow(radius) ? state_->narrow() : state_->search(radius),
             false, static_cast<double>(options.limit), stats);
      GoalId best{0};
      while (best < goals.end_id() && !goals.is_settled(best)) ++best;
      if (best < goals.end_id() && go_to(group[best])) break;
    }
    if (!is_last) continue;
    if (!places.is_exhausted() && places.steps() >= options.limit) {
      // Not decided.
      path = {};
      path.length = std::numeric_limits<double>::infinity();
      path.lower_bound = 0.0;
      path.status = Status::no_path;
    } else {
      go_to(start);
    }
    break;
  }
  path.stats.expanded += places.steps() + stats.expanded;
  path.stats.generated += stats.generated;
  return path;
}

}  // namespace clearway
