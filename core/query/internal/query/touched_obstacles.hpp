// The obstacles that a path touches.
#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/segment.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// The handles of the obstacles on whose boundaries the triangles lie that the path of a point runs
// through or touches, so of all obstacles that it touches, except posts; ascending, -1: the bounds.
std::vector<Handle> touched_obstacles(const World& world, std::span<const Segment> path);

}  // namespace clearway
