// Paths in a shared world whose areas multiply what they cost.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "clearway/features/area_lengths.hpp"
#include "clearway/session/paths.hpp"
#include "clearway/session/places.hpp"

namespace clearway {

// One path for each start, as find_paths(). The cost of a path is its length, multiplied inside
// areas by their factors; where areas overlap the factors multiply, and along a boundary the
// cheaper side counts. `lower_bound` bounds the cost of every path. For points the cost is within
// (1 + options.tolerance) of it, unless a limit or the deadline has ended the search; for discs,
// where that can be proved. `optimal`: the two are equal up to rounding.
//
// Throws InvalidInput for planners that take no factors (PlannerSpec::takes_factors), for options
// besides limit, deadline and tolerance, for factors that are not between 2^-30 and 2^30, for names
// that no area has, and if a link with a segment is enabled. Doors that are open to one side are
// passed as they are open.
Answers find_weighted_paths(const SharedWorld& shared, const PlannerSpec& planner,
                            const AreaFactors& factors, std::span<const Point> starts,
                            std::span<const Point> goals, std::span<const double> radii,
                            std::size_t threads, const SearchOptions& options = {},
                            Snapping* snapping = nullptr);

// The same to places: the cheapest path to any point of places[place_of[i]] where the disc fits.
PlaceAnswers find_weighted_place_paths(const SharedWorld& shared, const PlannerSpec& planner,
                                       const AreaFactors& factors, std::span<const Point> starts,
                                       std::span<const Place> places,
                                       std::span<const std::int64_t> place_of,
                                       std::span<const double> radii, std::size_t threads,
                                       const SearchOptions& options = {});

// Whether an area has this name.
bool has_area(const SharedWorld& shared, const std::string& name);

// How far a path runs inside areas (features/area_lengths.hpp), among the obstacles of the world.
std::vector<AreaShare> area_lengths(const SharedWorld& shared, std::span<const Segment> path,
                                    const AreaFactors& factors);

}  // namespace clearway
