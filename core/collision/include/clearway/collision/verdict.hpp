// The result of measuring a path against obstacles.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

struct Verdict {
  double clearance = 0.0;  // least distance from the exact path to any raw segment or post
  Handle nearest = -1;     // whose it is; -1: the bounds
  double gap = 0.0;  // largest jump between consecutive segments, or of an arc's end off its circle
  // The path's first point is neither in an obstacle nor outside the bounds, or touches there.
  bool inside = false;
  // The path passes from one side of an obstacle's boundary to the other, or runs inside one.
  // Beginning, ending and running along a boundary are no crossings, on whatever side rounding has
  // put it, nor is passing around the corner of a spike that is no wider than rounding.
  bool crosses = false;
};

}  // namespace clearway
