// The numeric domain of coordinates (ARCHITECTURE.md) for constructed points.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The coordinate, or 0 if its magnitude is below the smallest of the domain.
inline double in_domain(double x) { return std::abs(x) < min_coordinate ? 0.0 : x; }

// The point with coordinates below the smallest magnitude of the domain replaced by 0.
inline Point in_domain(const Point& p) { return {in_domain(p.x), in_domain(p.y)}; }

}  // namespace clearway
