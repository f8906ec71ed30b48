// Paths of planner "tra*" in a shared world some of whose corridors cost more, or are forbidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "clearway/session/paths.hpp"

namespace clearway {

// What it costs to pass a gate, each time: one of TerrainSnapshot::choke_gates.
struct GatePrice {
  Point from, to;
  double cost;            // 0 or more; infinity forbids it
  std::int64_t corridor;  // that it lies in, by number; -1: in another structure
};

// One path for each start, as find_paths() with planner "tra*". `costs`: what it costs to pass a
// corridor from one decision node to the other, besides its length; corridors by number
// (TerrainSnapshot), costs 0 or more, infinity forbids. A path that begins or ends in a corridor
// does not pass it. `gates`: what it costs to pass gates, wherever the path begins and ends. Of
// each path length plus costs are least, as far as the search goes; `lower_bound` bounds that sum,
// `optimal` says that it is proved least. No edit, no new triangulation.
//
// Throws InvalidInput for numbers that no corridor or gate has, for costs that are negative or NaN,
// in a world with links or one-way doors, and if `version`, that of the numbers, is not the present
// one.
Answers find_corridor_paths(const SharedWorld& shared, std::uint64_t version,
                            std::span<const std::pair<std::int64_t, double>> costs,
                            std::span<const GatePrice> gates, std::span<const Point> starts,
                            std::span<const Point> goals, std::span<const double> radii,
                            std::size_t threads, const SearchOptions& options = {});

}  // namespace clearway
