// Wedges of lines that leave a root: narrowed by what they must pass.
#pragma once

#include "geometry/tangents.hpp"

namespace clearway {

// What a disc can cross of a portal: it must keep the radius from both ends.
struct DiscGap {
  Vector inset;  // from the one end towards the other, as long as the radius
  bool is_open;
  DiscGap(const Point& from, const Point& to, double radius);
};

// The lines from a root between the directions low and high, less than half a turn apart.
struct DiscWedge {
  Vector low, high;

  // Narrows to lines that have the point on their left (side +1) or right. False when there
  // are none.
  bool clip(const Circle& root, const Point& inner, int side, double radius, double slack);
  // Narrows to lines that cross the segment from right to left at least the radius from
  // both ends.
  bool pass(const Circle& root, const Point& right, const Point& left, double radius, double slack);
};

}  // namespace clearway
