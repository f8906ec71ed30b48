// Tests whether a disc fits, for points that have been located already.
#pragma once

#include "clearway/query/queries.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

// fits() for a radius above 0.
bool fits_disc(const World& world, const LocatedPoint& p, double radius);

// Whether a disc of this radius fits at p, exactly: unlike is_free(), which takes ends that are
// blocked by rounding. Exact for the input segments, also where rounded crossings have bent their
// edges. Radius 0: p lies in the closed free space. Cost: the triangles that the disc meets.
inline bool fits(const World& world, const LocatedPoint& p, double radius) {
  return radius <= 0 ? touches_free(world.mesh(), p.at) : fits_disc(world, p, radius);
}

// The same; locates p.
inline bool fits(const World& world, const Point& p, double radius) {
  return fits(world, world.located(p), radius);
}

}  // namespace clearway
