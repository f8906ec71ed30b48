// The slow path of the in-circle predicate: integers where they fit, expansions otherwise.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway::exact {

// As clearway::in_circle, without a filter.
int in_circle(const Point& a, const Point& b, const Point& c, const Point& d);

}  // namespace clearway::exact
