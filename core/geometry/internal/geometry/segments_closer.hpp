// Whether two segments come closer than a distance.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

// Whether the closed segments ab and cd come closer than r; exact. Either may be a point.
bool is_closer(const Point& a, const Point& b, const Point& c, const Point& d, double r);

}  // namespace clearway
