// What all queries for paths check and share.
#pragma once

#include <span>

#include "clearway/planners/options.hpp"
#include "clearway/session/planners.hpp"

namespace clearway {

// Throws InvalidInput, with the index, for a radius outside the numeric domain, and for one above 0
// if the planner takes points only.
void check_radii(const PlannerSpec& planner, std::span<const double> radii);

// The options of one of `left` queries that remain, on so many threads: each has its share of the
// time until the deadline, so that what one does not use is left to the others.
SearchOptions share_of_time(const SearchOptions& options, std::size_t left, std::size_t threads);

}  // namespace clearway
