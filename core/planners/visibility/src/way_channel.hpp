// The triangles that a legal polyline crosses, found by walking along it.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// Consecutive triangles share an unconstrained side. `way` is legal for a point (each piece is
// free, and so is each bend) and has at least two points, no two in a row equal.
std::vector<TriangleId> way_channel(const World& world, const std::vector<Point>& way);

}  // namespace clearway
