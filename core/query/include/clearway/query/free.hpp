// Where a disc fits. Boundaries are free: a point may touch a wall, a disc may be exactly its
// radius away from it. Points outside the bounds are blocked.
#pragma once

#include "clearway/world/world.hpp"

namespace clearway {

// Whether a disc of this radius fits at p, a point of the numeric domain. Exact for the input
// segments, also where rounded crossings have bent their edges. Radius 0: p lies in the closed free
// space. Cost: point location, and the triangles that the disc meets.
bool is_free(const World& world, const Point& p, double radius);
// The same for a point that has been located already.
bool fits(const World& world, const LocatedPoint& p, double radius);

}  // namespace clearway
