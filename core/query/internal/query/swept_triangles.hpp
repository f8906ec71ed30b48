// The triangles that a moving disc covers.
#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/segment.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Triangles, ascending, that a disc of this radius meets on its way, reached from the path
// without crossing a constrained side. One or two more may be among them: what is nearer
// than rounding counts as met. An empty path gives none.
std::vector<TriangleId> swept_triangles(const World& world, std::span<const Segment> path,
                                        double radius);

}  // namespace clearway
