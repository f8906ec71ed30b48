// Partial paths: to the reachable point nearest to a goal that is blocked or cannot be reached.
#pragma once

#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::find() with options.partial, once it is known that the goal cannot be reached.
// The disc fits at the start. Points: linear in the mesh. Discs: candidate points count against
// options.limit; if it does not suffice, the status is no_path with lower bound 0.
Path find_partial_path(SearchScratch& scratch, const LocatedPoint& start, const Point& goal,
                       double radius, const SearchOptions& options);

}  // namespace clearway
