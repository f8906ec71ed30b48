// Removes staircases from traced outlines (Vinther 2015, chapter 5); the topology stays the same.
#pragma once

#include <cstdint>

#include "clearway/grid/trace.hpp"

namespace clearway {

// Returns the outlines that `trace` gave for a mask of this size, with some corners removed.
//
// Only corners at which a wall zigzags are removed: they turn opposite to a neighbour, or not at
// all. A square stays a square. The Hausdorff distance between a piece of wall and its replacement
// is at most `tolerance`, in sides of a cell. 1 removes the staircases of straight walls at any
// angle, sqrt(1/2) those at 45 degrees.
//
// A corner v between a and b is removed only if the closed triangle a v b contains no other corner
// of any ring, and neither a ring nor the border of the grid runs from a to b already. Corners
// where rings touch, and those on the border of the grid, stay. So outlines never begin to cross or
// touch, and those that touch still do: no passage opens or closes. Decided in integers.
Outlines smooth_outlines(const Outlines& outlines, std::int32_t width, std::int32_t height,
                         double tolerance);

}  // namespace clearway
