// A point's straight line to its goal, tried before anything is searched.
#pragma once

#include "path_query.hpp"

namespace clearway {

// Writes the straight path of a point into `path` if it is free, and returns whether it is. False
// also where the mesh does not tell: the line runs along walls, or rounding has bent a wall over an
// end (world/input_side.hpp). `path`: as begin_path() leaves it. Costs one orientation for each
// triangle up to the first wall.
bool find_straight_path(const World& world, const LocatedPoint& start, const LocatedPoint& goal,
                        Path& path);

}  // namespace clearway
