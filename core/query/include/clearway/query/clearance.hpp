// The distance from a point to the obstacles.
#pragma once

#include "clearway/world/world.hpp"

namespace clearway {

// Distance from p, a point of the numeric domain, to the nearest obstacle or bound, rounded; 0 on
// one, inside one, and outside the bounds. Cost: point location, and the triangles within this
// distance.
double clearance(const World& world, const Point& p);

}  // namespace clearway
