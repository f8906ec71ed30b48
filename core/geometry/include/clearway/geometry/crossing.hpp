// Where two lines cross.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

// The crossing of line ab with line cd. Each coordinate is its exact value rounded to nearest, or
// zero below min_coordinate. So any two pairs of lines through one point yield the same double.
// Returns false and leaves x unchanged if the lines are parallel or a segment has no length.
bool crossing(const Point& a, const Point& b, const Point& c, const Point& d, Point& x);

}  // namespace clearway
