// The result of measuring a path against obstacles.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

struct Verdict {
  double clearance = 0.0;  // least distance from the exact path to any raw segment or post
  Handle nearest = -1;     // the obstacle at that distance; -1: the bounds
  double gap = 0.0;  // largest jump between consecutive segments, or of an arc's end off its circle
  // The path's first point is free: neither inside an obstacle nor outside the bounds, or touching.
  bool inside = false;
  // The path passes from one side of an obstacle's boundary to the other, or runs inside one.
  // Beginning, ending and running along a boundary are no crossings, whatever side rounding puts
  // them on; nor is passing around the tip of a spike that is no wider than rounding.
  bool crosses = false;
};

}  // namespace clearway
