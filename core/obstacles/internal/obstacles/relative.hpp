// Coordinates relative to another origin.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

inline Point relative(const Point& p, const Point& origin) {
  return {p.x - origin.x, p.y - origin.y};
}

inline Obstacles relative(Obstacles obstacles, const Point& origin) {
  if (origin != Point{})
    for (Point& p : obstacles.points) p = relative(p, origin);
  return obstacles;
}

}  // namespace clearway
