// What all queries for paths check and share.
#pragma once

#include <span>

#include "clearway/geometry/point.hpp"
#include "clearway/planners/options.hpp"

namespace clearway {

// Throw InvalidInput, with the index, for a value outside the numeric domain.
void check_points(std::span<const Point> points);
void check_radii(std::span<const double> radii);

// The options of one of `left` queries that remain, on so many threads: each has its share of the
// time until the deadline, so that what one does not use is left to the others.
SearchOptions share_of_time(const SearchOptions& options, std::size_t left, std::size_t threads);

}  // namespace clearway
