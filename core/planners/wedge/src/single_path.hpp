// One query, for any radius.
#pragma once

#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::find(), without options.partial and without the time. `path`: as begin_path()
// leaves it.
void find_single_path(SearchScratch& scratch, const PathQuery& query, Path& path);
inline Path find_single_path(SearchScratch& scratch, const PathQuery& query) {
  Path path = no_path_yet();
  find_single_path(scratch, query, path);
  return path;
}

}  // namespace clearway
