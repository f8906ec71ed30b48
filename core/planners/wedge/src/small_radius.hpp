// Discs whose radius is small against the coordinates of the world (wedge_searches.hpp).
#pragma once

#include "path_query.hpp"

namespace clearway {

// Answers the query into `path`, whose length and lower bound are infinite:
// 1. A point that is restricted to what the disc can pass decides whether there is a path. No path
//    of the disc is shorter, and the disc's is longer by at most 2 pi r per corner.
// 2. The channel of the point, pulled tight for the disc, gives a path if it is legal. It bounds
//    the coordinates that a shortest path can have: those up to its length from the ends.
// 3. Where the radius is not small against these, find_exact() answers.
// 4. Otherwise the path pulled tight, or else that of the point, is the answer. It counts as
//    optimal if it is no longer than the bound of step 1 up to tolerance::same_path.
void find_small_radius(SearchScratch& scratch, const PathQuery& query, Path& path);

}  // namespace clearway
