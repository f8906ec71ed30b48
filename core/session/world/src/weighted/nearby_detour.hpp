// A path around costly areas that differs from another one only near those that it enters.
//
// Most shortest paths among few areas enter one or two of them. Going around these takes short
// searches from corner to corner; a search for the shortest path around all areas takes as long as
// that for the path itself.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// `path`: the shortest one for a point, without links. `costs`: of its segments, with the factors
// of these areas alone, which are above 1. `avoiding`: the world with these areas as obstacles, in
// which `find_leg` searches. It searches from as many segments before the costly ones as `margin`
// to as many behind them.
//
// Where an end of the path lies inside an area, the segments up to the first corner outside stay.
// The rest is pulled tight around the areas. None: there is no such path, or a single search from
// end to end would find it. Without a channel.
std::optional<Path> nearby_detour(
    const World& avoiding, const Path& path, std::span<const double> costs, std::size_t margin,
    const std::function<Path(const Point& start, const Point& goal)>& find_leg);

}  // namespace clearway
