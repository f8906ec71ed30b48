// Where a point's path touches obstacles on both sides at one place.
#pragma once

#include <span>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Whether a path of lines, legal but for this, passes through a vertex of the mesh at which
// obstacles meet from both sides, or leaves or reaches an end between obstacles that meet
// there: what touches is closed. Vertices on the path are found exactly,
// on the line from `from` to the end of the first piece: where that piece began before it was
// cut at a place that is rounded. What lies behind that place does not count.
bool is_pinched(const World& world, std::span<const Segment> path, const Point& from);

}  // namespace clearway
