// Wedges of lines that leave the circle of a root, clipped to what a disc can pass.
#pragma once

#include "geometry/tangents.hpp"

namespace clearway {

// The part of a portal that the centre of a disc can cross: the radius away from both ends.
struct DiscGap {
  Vector inset;  // from the first end towards the second, as long as the radius
  bool is_open;
  DiscGap(const Point& from, const Point& to, double radius);
};

// The lines from a root between the directions low and high, less than half a turn apart.
struct DiscWedge {
  Vector low, high;

  // Clips to the lines that have the point on their left (side +1) or right (-1). False if there
  // are none. Lines that are excluded only by rounding, up to `slack`, are kept.
  bool clip(const Circle& root, const Point& inner, int side, double radius, double slack);
  // Clips to the lines that cross the portal at least the radius away from both ends. False if
  // there are none.
  bool pass(const Circle& root, const Point& right, const Point& left, double radius, double slack);
};

}  // namespace clearway
