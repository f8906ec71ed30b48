// The goal with the shortest path from one start.
#pragma once

#include <span>

#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::find_nearest(), without the time.
Path find_nearest_goal(SearchScratch& scratch, const Point& start, std::span<const Point> goals,
                       double radius, Index& nearest);

}  // namespace clearway
