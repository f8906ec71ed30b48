// The result of measuring a path against obstacles.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

struct Verdict {
  double clearance = 0.0;  // least distance from the exact path to any segment or post as given
  Handle nearest = -1;     // the obstacle at that distance; -1: the bounds
  double gap = 0.0;  // largest jump between consecutive segments, or of an arc's end off its circle
  // The path's first point is free: neither inside an obstacle nor outside the bounds, or touching.
  bool inside = false;
  // The path passes from one side of an obstacle's boundary to the other, or runs inside one.
  // A path that begins, ends or runs on a boundary does not cross it, whatever side rounding puts
  // it on; nor does a path around the tip of a spike that is no wider than rounding.
  bool crosses = false;
};

}  // namespace clearway
