#include "single_path.hpp"

#include "exact_path.hpp"
#include "small_radius.hpp"
#include "straight_path.hpp"

namespace clearway {

void find_single_path(SearchScratch& scratch, const PathQuery& query, Path& path) {
  WedgeSearches& searches = scratch.searches;
  if (query.radius == 0) {
    if (!find_straight_path(scratch.world, query.start, query.goal, path))
      run_search(scratch, query, searches.point(), path);
  } else if (searches.is_small(query.radius)) {
    find_small_radius(scratch, query, path);
  } else {
    find_exact(scratch, query, searches.extent(), searches.disc(query.radius, query.options), path);
  }
}

}  // namespace clearway
