// Removes staircases from traced outlines (Vinther 2015, chapter 5); the topology stays the same.
#pragma once

#include <cstdint>

#include "clearway/grid/trace.hpp"

namespace clearway {

// The outlines that `trace` gave for a mask of this size, with corners left out.
//
// Only corners where a wall zigzags go: their turn is opposite to that of a neighbour, or none. A
// square stays a square. What replaces a piece of wall lies within `tolerance` of it, and it
// within `tolerance` of what replaces it (Hausdorff; in sides of a cell). 1 takes the staircases
// of straight walls at any angle; sqrt(1/2) those at 45 degrees.
//
// A corner v between a and b goes only when the closed triangle a v b holds no other corner of
// any ring, and neither a ring nor the border of the grid runs from a to b already; corners where
// rings touch, and those on the border of the grid, stay. So the outlines are deformed without ever
// crossing or touching newly, and nothing that touched comes apart: no passage opens, none closes.
// Decided in integers.
Outlines smooth_outlines(const Outlines& outlines, std::int32_t width, std::int32_t height,
                         double tolerance);

}  // namespace clearway
