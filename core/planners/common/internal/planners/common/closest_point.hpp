// The reachable point nearest to a goal, for points; for discs: query/nearest_free_points.hpp.
#pragma once

#include <optional>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// The point nearest to p in the triangles marked in `reached` (by triangle: not 0), rounded so that
// it lies in one of them. nullopt if none is marked. p itself lies in none of them. Linear in the
// mesh.
std::optional<Point> closest_point(const World& world, const Point& p,
                                   const IdVector<TriangleId, char>& reached);

}  // namespace clearway
