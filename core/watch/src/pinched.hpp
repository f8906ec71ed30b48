// Whether a point's path is pinched: touches obstacles on both sides at one point.
#pragma once

#include <span>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Whether a path of lines, otherwise legal, passes through a vertex of the mesh where obstacles
// meet from both sides, or leaves or reaches an end between obstacles that meet there: obstacles
// that touch leave no gap. `from`: where the first segment began before it was cut at a rounded
// point. Vertices on that segment are found exactly, on the line from `from` to its end; those
// behind the cut do not count.
bool is_pinched(const World& world, std::span<const Segment> path, const Point& from);

}  // namespace clearway
