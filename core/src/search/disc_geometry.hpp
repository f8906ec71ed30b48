// Lines that a disc follows: tangent to circles of its radius around obstacle corners.
//
// A root is what the path last touched: the start, a point, or a circle around a corner
// that the path rolls along, counter-clockwise with the corner on its left (side +1) or
// clockwise with the corner on its right (side -1). For each direction there is one line
// that leaves a root. Angles are radians, unwrapped: a path that turns on keeps counting.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearway/geometry/point.hpp"

namespace clearway {

struct Circle {
  Point center;
  double rho = 0.0;  // signed radius: positive when the center lies left of the path

  // Where the line in direction theta leaves.
  Point touch(double theta) const {
    return {center.x + rho * std::sin(theta), center.y - rho * std::cos(theta)};
  }
};

// The representative of `angle` nearest to `reference`.
inline double unwrap(double angle, double reference) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle - turn * std::round((angle - reference) / turn);
}

struct Tangent {
  double theta;   // direction
  double length;  // between the two points of contact
  bool exists;    // false: the circles overlap too far for this tangent
};

// The line from `from` that has p on its left (side +1) or right (side -1) at distance
// `gap`. Directions beyond it come closer to p. The unwrapped
// bearing of p is the one nearest to `reference`.
inline Tangent tangent(const Circle& from, const Point& p, int side, double gap, double reference) {
  const double dx = p.x - from.center.x, dy = p.y - from.center.y;
  const double squared = dx * dx + dy * dy;
  const double offset = gap - side * from.rho;
  const double along = squared - offset * offset;
  const double length = along > 0 ? std::sqrt(along) : 0.0;
  const double bearing = unwrap(std::atan2(dy, dx), reference);
  return {bearing - side * std::atan2(offset, length), length, along >= 0};
}

}  // namespace clearway
