#include "clearway/planners/optimal.hpp"

#include <optional>

#include "distances.hpp"
#include "nearest_goal.hpp"
#include "partial_path.hpp"
#include "path_query.hpp"
#include "place_path.hpp"
#include "planners/common/query_ends.hpp"
#include "planners/common/rounded_ends.hpp"
#include "planners/common/stopwatch.hpp"
#include "single_path.hpp"

namespace clearway {

OptimalSearch::OptimalSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>(world)) {}
OptimalSearch::~OptimalSearch() = default;

Path OptimalSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  const Stopwatch stopwatch;
  Path path;
  find(start, goal, radius, options, path);
  path.stats.seconds = stopwatch.seconds();
  return path;
}

void OptimalSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options, Path& path) {
  find_free(start, goal, radius, options, path);
  if (!may_be_rounded(path.status)) [[likely]]
    return;
  const auto ends = RoundedEnds::find(world_, start, goal, radius);
  if (!ends) return;
  find_free(ends->start, ends->goal, ends->radius, options, path);
  extend_to_ends(start, goal, path);
}

void OptimalSearch::find_free(const Point& start, const Point& goal, double radius,
                              const SearchOptions& options, Path& path) {
  const QueryEnds ends(world_, start, goal);
  const std::optional<Status> blocked = ends.blocked(world_, radius);
  begin_path(path);
  if (blocked)
    path.status = *blocked;
  else
    find_single_path(*scratch_, {ends.start, ends.goal, radius, options}, path);
  if (options.partial && is_unreachable(path)) {
    const SearchStats before = path.stats;
    path = find_partial_path(*scratch_, ends.start, goal, radius, options);
    path.stats.expanded += before.expanded;
    path.stats.generated += before.generated;
  }
}

std::vector<double> OptimalSearch::distances(const Point& start, std::span<const Point> goals,
                                             double radius) {
  return find_distances(*scratch_, start, goals, radius);
}

Path OptimalSearch::find_nearest(const Point& start, std::span<const Point> goals, double radius,
                                 Index& nearest) {
  const Stopwatch stopwatch;
  Path path = find_nearest_goal(*scratch_, start, goals, radius, nearest);
  path.stats.seconds = stopwatch.seconds();
  return path;
}

Path OptimalSearch::find_place(const Point& start, const Place& place, double radius,
                               const SearchOptions& options, Index& part) {
  const Stopwatch stopwatch;
  Path path = find_place_path(*scratch_, start, place, radius, options, part);
  path.stats.seconds = stopwatch.seconds();
  return path;
}

}  // namespace clearway
