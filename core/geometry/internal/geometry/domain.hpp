// The numeric domain of coordinates (ARCHITECTURE.md) for constructed points.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The point with coordinates below the smallest magnitude of the domain replaced by 0.
inline Point in_domain(Point p) {
  if (std::abs(p.x) < min_coordinate) p.x = 0;
  if (std::abs(p.y) < min_coordinate) p.y = 0;
  return p;
}

}  // namespace clearway
