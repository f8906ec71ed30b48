// Axis-aligned boxes.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

struct Box {
  Point low, high;
  void add(const Point& p);
  // A lower bound on the distance between any points of the two boxes, up to rounding.
  double distance(const Box& o) const;
};
Box box_of(const Point& a, const Point& b);

}  // namespace clearway
