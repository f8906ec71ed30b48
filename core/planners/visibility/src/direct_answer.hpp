// Queries that need no search over corners.
#pragma once

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "visibility/corners.hpp"

namespace clearway {

// Answers into `path` and returns true if an end is blocked, the ends are equal, see each other or
// lie in different components, or if rounding has bent a wall over an end (world/input_side.hpp):
// then the mesh alone decides what the end sees, and OptimalSearch answers. Otherwise returns false
// and leaves `path` with status no_path and infinite length and lower bound.
bool answer_directly(const World& world, const Corners& corners, const Point& start,
                     const Point& goal, Path& path);

}  // namespace clearway
