// Constructed points. They are rounded: callers must check them with the predicates.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The crossing of line ab with line cd, each coordinate rounded to nearest from its exact
// value (below min_coordinate: to zero), so that any two pairs of lines through one point
// yield the same double. Returns false, leaving x alone, when the lines are parallel or a
// segment has no length.
bool crossing(const Point& a, const Point& b, const Point& c, const Point& d, Point& x);

// Nearest point of the closed segment ab to p, rounded; a or b itself when nearest.
Point nearest_on_segment(const Point& a, const Point& b, const Point& p);

// Euclidean distances, correct to a few units in the last place.
inline double distance(const Point& a, const Point& b) {
  const double x = b.x - a.x, y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}
double distance(const Point& p, const Point& a, const Point& b);  // to the closed segment ab
double distance(const Point& a, const Point& b, const Point& c, const Point& d);  // of segments

// The same distances rounded down: the largest double that is not above the exact value. So
// w <= distance_below(...) exactly when w <= the distance.
double distance_below(const Point& a, const Point& b);
double distance_below(const Point& p, const Point& a, const Point& b);
// The same where p is known to have its foot strictly between a and b.
double height_below(const Point& p, const Point& a, const Point& b);

}  // namespace clearway
