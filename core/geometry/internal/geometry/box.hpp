// Axis-aligned boxes.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

struct Box {
  Point low, high;
  void add(const Point& p);
  // Lower bound on the distance of anything in the one from anything in the other, up to
  // rounding.
  double distance(const Box& o) const;
};
Box box_of(const Point& a, const Point& b);

}  // namespace clearway
