// A batch of queries to places, answered by several threads.
#pragma once

#include <functional>

#include "clearway/session/places.hpp"

namespace clearway {

// Throw InvalidInput for coordinates outside the numeric domain; the second also if what belongs
// together differs in number.
void check_places(std::span<const Place> places);
void check_place_queries(std::span<const Point> starts, std::span<const Place> places,
                         std::span<const std::int64_t> place_of, std::span<const double> radii);

// Query i: its path, and the part of the place that it reaches.
using FindPlacePath = std::function<Path(std::size_t i, const SearchOptions& options, Index& part)>;

// Answers the queries, checked by the caller. `start` is called once by each thread.
PlaceAnswers answer_places(const WorldReading& reading, std::size_t count, std::size_t threads,
                           const SearchOptions& options,
                           const std::function<FindPlacePath()>& start);

}  // namespace clearway
