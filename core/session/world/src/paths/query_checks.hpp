// What all queries for paths check and share.
#pragma once

#include <span>

#include "clearway/planners/options.hpp"
#include "clearway/session/planners.hpp"

namespace clearway {

// Throws InvalidInput, with the index, for a radius outside the numeric domain, and for one above 0
// if the planner takes points only.
void check_radii(const PlannerSpec& planner, std::span<const double> radii);
// Throws InvalidInput if the planner takes no factors of areas.
void check_takes_factors(const PlannerSpec& planner);
// The preferred clearance, if there is one: at least each radius, at most what the mesh of the
// world is refined for.
void check_preferred(double prefer, std::span<const double> radii, double max_radius);
// Throws InvalidInput if there is a preferred clearance: links and one-way doors do not know it.
void refuse_preferred(const SearchOptions& options);

// The options of one of `left` queries that remain, on so many threads: each has its share of the
// time until the deadline, so that what one does not use is left to the others.
SearchOptions share_of_time(const SearchOptions& options, std::size_t left, std::size_t threads);

}  // namespace clearway
