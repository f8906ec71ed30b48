// On which side of a ray a point of the world lies: exact, and fast.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/world/world.hpp"
#include "geometry/tolerances.hpp"
#include "portal_interval.hpp"

namespace clearway {

class PointSides {
 public:
  // After the bounds of the world may have changed.
  void set_bounds(const Obstacles& bounds) {
    double extent = 0.0;
    for (const Point& p : bounds.points) extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
    error_ = tolerance::orientation_products * detail::orientation_error * extent * extent;
  }

  // As Ray::side. One error bound for all points of the world is cheaper than one for each.
  int of(const Ray& ray, const Point& p) const {
    const double det =
        (ray.from.x - p.x) * (ray.to.y - p.y) - (ray.from.y - p.y) * (ray.to.x - p.x);
    if (det > error_) return 1;
    if (det < -error_) return -1;
    return ray.side(p);
  }

 private:
  double error_ = 0.0;  // of the rounded orientation of points of this world
};

}  // namespace clearway
