// The channel of a polyline, found by following it through the mesh.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// The triangles that the polyline crosses; consecutive ones share an unconstrained edge. The
// polyline is legal for a point, in its segments and at its bends. It has at least two points, and
// consecutive points differ. Where it follows an edge or passes a vertex, the channel is on a side
// on which it is connected. Throws InternalError if the polyline is not legal.
std::vector<TriangleId> polyline_channel(const World& world, const std::vector<Point>& polyline);

}  // namespace clearway
