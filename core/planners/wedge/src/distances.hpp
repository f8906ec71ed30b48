// Distances from one start to many goals.
#pragma once

#include <span>
#include <vector>

#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::distances().
std::vector<double> find_distances(SearchScratch& scratch, const Point& start,
                                   std::span<const Point> goals, double radius);

}  // namespace clearway
