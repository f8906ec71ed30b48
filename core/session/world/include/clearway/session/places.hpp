// Queries whose goals are places: lines, areas, several of them (query/place.hpp).
//
// As paths.hpp: threads may call them at any time, and one call sees one version of the world. They
// throw InvalidInput for coordinates and radii outside the numeric domain, and if arguments that
// belong together differ in number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/query/place.hpp"
#include "clearway/session/paths.hpp"

namespace clearway {

struct PlaceAnswers {
  Answers answers;
  std::vector<std::int64_t> parts;  // which part of the place is reached, one per path; -1: none
};

// The shortest path from each start to places[place_of[i]]: OptimalSearch::find_place(). A deadline
// is shared as in find_paths(). `snapping` moves starts. With moves_places there must be one place
// and one radius; Snapping::goals then has a row for each part of the place.
PlaceAnswers find_place_paths(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Place> places, std::span<const std::int64_t> place_of,
                              std::span<const double> radii, std::size_t threads,
                              const SearchOptions& options = {}, Snapping* snapping = nullptr);

// Whether a disc can move from some point of one place to some point of the other: starts[i] and
// ends[i].
std::vector<std::uint8_t> reachable(const SharedWorld& shared, std::span<const Place> starts,
                                    std::span<const Place> ends, std::span<const double> radii);

// The largest radius, up to rounding, for which reachable() holds; NaN if not even a point can.
// Above World::max_radius() only an upper bound. Cost: about 60 times that of reachable().
std::vector<double> max_radii(const SharedWorld& shared, std::span<const Place> starts,
                              std::span<const Place> ends);

}  // namespace clearway
