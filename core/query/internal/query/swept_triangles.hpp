// The triangles that a moving disc covers.
#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/segment.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// The triangles, ascending, that a disc of this radius meets along the path, reached from the path
// without crossing a constrained edge. Triangles that it misses by no more than rounding may be
// among them. An empty path has none.
std::vector<TriangleId> swept_triangles(const World& world, std::span<const Segment> path,
                                        double radius);

}  // namespace clearway
