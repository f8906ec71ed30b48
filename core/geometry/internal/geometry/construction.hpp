// Constructed points. They are rounded: callers must check them with the predicates.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The point of the closed segment ab nearest to p, rounded; exactly a or b if that is the nearest.
Point nearest_on_segment(const Point& a, const Point& b, const Point& p);

// Rounded; the rounding depends on the order of the corners.
inline Point centroid(const Point& a, const Point& b, const Point& c) {
  return {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
}

// Euclidean distances, correct to a few units in the last place.
inline double distance(const Point& a, const Point& b) {
  const double x = b.x - a.x, y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}
double distance(const Point& p, const Point& a, const Point& b);  // to the closed segment ab
double distance(const Point& a, const Point& b, const Point& c, const Point& d);  // ab to cd

// The same distances, rounded down to the largest double that is not above the exact value. So
// w <= distance_below(...) exactly when w <= the distance.
double distance_below(const Point& a, const Point& b);
double distance_below(const Point& p, const Point& a, const Point& b);
// The same if the foot of p is known to lie strictly between a and b.
double height_below(const Point& p, const Point& a, const Point& b);

}  // namespace clearway
