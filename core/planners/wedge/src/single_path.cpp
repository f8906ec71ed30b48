#include "single_path.hpp"

#include "exact_path.hpp"
#include "small_radius.hpp"

namespace clearway {

Path find_single_path(SearchScratch& scratch, const PathQuery& query) {
  WedgeSearches& searches = scratch.searches;
  Path path = no_path_yet();
  if (searches.is_small(query.radius))
    find_small_radius(scratch, query, path);
  else
    find_exact(scratch, query, searches.extent(), searches.exact(query.radius, query.options),
               path);
  return path;
}

}  // namespace clearway
