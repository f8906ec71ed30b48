// The reachable point nearest to an unreachable goal, for points; for discs:
// query/nearest_places.hpp.
#pragma once

#include <optional>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// For points: the place nearest to p in the triangles marked, rounded so that it lies in
// one. nullopt when none is marked or p itself lies in one.
std::optional<Point> closest_point(const World& world, const Point& p,
                                   const IdVector<TriangleId, char>& reached);

}  // namespace clearway
