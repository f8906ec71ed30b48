// The result of measuring a path against obstacles.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

// What is nearer to an obstacle's boundary than this part of the coordinates touches it: the
// corners of a path and the crossings of obstacles are rounded to doubles.
inline constexpr double rounding_of_touch = 0x1p-49;

struct Verdict {
  double clearance = 0.0;  // least distance from the exact path to any raw segment or post
  Handle nearest = -1;     // whose it is; -1: the bounds
  double gap = 0.0;  // largest jump between consecutive segments, or of an arc's end off its circle
  // The path's first point is neither in an obstacle nor outside the bounds, or touches there.
  bool inside = false;
  // The path goes from one side of an obstacle's boundary to the other, or runs inside one. To
  // begin, to end and to run along a boundary is no crossing, on whatever side rounding has
  // put it, nor is to pass around the corner of a spike that is no wider than rounding.
  bool crosses = false;
};

}  // namespace clearway
