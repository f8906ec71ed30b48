#include "single_path.hpp"

#include "exact_path.hpp"
#include "geometry/construction.hpp"
#include "small_radius.hpp"
#include "straight_path.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// Whether the search over channels has found the path, or that there is none.
bool find_by_channels(SearchScratch& scratch, const PathQuery& query, Path& path) {
  const auto& [start, goal, radius, options] = query;
  const Mesh& mesh = scratch.world.mesh();
  PointWedgeSearch& search = scratch.searches.point();
  if (!search.may_find_by_channels() || options.limit != no_limit || options.effort > 0 ||
      options.explored || options.has_deadline() || start.point == goal.point ||
      is_off(mesh, start.at, start.point) || is_off(mesh, goal.at, goal.point))
    return false;
  scratch.goals.begin(scratch.world, {&goal, 1});
  const auto outcome =
      search.find_by_channels(start, scratch.goals, path.stats, path, options.needs_channel);
  if (outcome != PointChannelSearch::found) return outcome == PointChannelSearch::no_path;
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
  return true;
}

}  // namespace

void find_single_path(SearchScratch& scratch, const PathQuery& query, Path& path) {
  WedgeSearches& searches = scratch.searches;
  if (query.radius == 0) {
    if (!find_straight_path(scratch.world, query.start, query.goal, path) &&
        !find_by_channels(scratch, query, path))
      run_search(scratch, query, searches.point(), path);
  } else if (searches.is_small(query.radius)) {
    find_small_radius(scratch, query, path);
  } else {
    find_exact(scratch, query, searches.extent(), searches.disc(query.radius, query.options), path);
  }
}

}  // namespace clearway
