// The pieces of paths: lines and arcs.
#pragma once

#include <span>

#include "clearway/geometry/point.hpp"

namespace clearway {

// turn 0: the line from start to end. turn +1 (counter-clockwise) or -1: the arc around
// center from start to end, less than a full turn.
struct Segment {
  Point start, end, center;
  double radius = 0.0;
  int turn = 0;
};

double length_of(std::span<const Segment> segments);

}  // namespace clearway
