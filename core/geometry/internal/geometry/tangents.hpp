// Lines that a disc follows: tangents to circles of its radius around obstacle corners.
//
// A root is where the path last bent: the start, which is a point, or a circle around a corner. The
// path follows the circle counter-clockwise with the corner on its left (side +1) or clockwise with
// the corner on its right (side -1). In each direction exactly one line leaves a root. Directions
// are rounded unit vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearway/geometry/point.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

struct Vector {
  double x, y;
};

inline Vector operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
inline double cross(const Vector& a, const Vector& b) { return a.x * b.y - a.y * b.x; }
inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y; }
inline double length(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector unit(const Vector& a) {
  const double length = std::hypot(a.x, a.y);
  return {a.x / length, a.y / length};
}
// A quarter turn to the left.
inline Vector left_of(const Vector& a) { return {-a.y, a.x}; }
inline Vector turn(const Vector& a, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * a.x - s * a.y, s * a.x + c * a.y};
}

// Rounded signs. predicates.hpp decides topology exactly: the mesh, visibility, point location. The
// signs here are of rounded directions, or only guide a search; no other code compares a cross or
// dot product with zero. They are wrong only for directions within rounding of parallel or of
// perpendicular (tolerances.hpp, angles). This is harmless to their callers for one of these
// reasons:
// - The chosen line is measured against the obstacles before it is used: every tangent of a search,
//   every segment of a funnel.
// - The sign is a filter: it selects candidates, or where a cheap bound applies. An exact test or
//   one with a tolerance follows.
// - Both choices give the same result up to rounding, as on both sides of an arc of no length.
// - The directions are known to be far from that limit: a disc that fits is clearly on one side of
//   a gate that is too narrow for it.

// Positive if v points to the left of u, negative if to its right.
inline double rounded_side(const Vector& u, const Vector& v) { return cross(u, v); }
// Positive if v points ahead of u, negative if backwards.
inline double rounded_ahead(const Vector& u, const Vector& v) { return dot(u, v); }

// The signed distance of p to the left of the line ab, times the length of ab. Measured from the
// nearer end, because the rounding error grows with the distance.
inline double left_of(const Point& a, const Point& b, const Point& p) {
  const Vector ab = b - a, ap = p - a;
  return cross(ab, 2 * dot(ab, ap) <= dot(ab, ab) ? ap : p - b);
}

// Distances to the closed segment ab, and between two segments, up to rounding of the coordinates.
inline double away(const Point& p, const Point& a, const Point& b) {
  const Vector ab = b - a, ap = p - a;
  const double along = rounded_ahead(ab, ap), squared = dot(ab, ab);
  if (along <= 0) return length(ap);
  if (along >= squared) return length(p - b);
  return std::abs(cross(ab, 2 * along <= squared ? ap : p - b)) / std::sqrt(squared);
}

inline double away(const Point& a, const Point& b, const Point& c, const Point& d) {
  if (left_of(a, b, c) * left_of(a, b, d) < 0 && left_of(c, d, a) * left_of(c, d, b) < 0)
    return 0.0;
  return std::min({away(a, c, d), away(b, c, d), away(c, a, b), away(d, a, b)});
}

struct Circle {
  Point center;
  double rho = 0.0;  // signed radius: positive if the center lies left of the path

  // The contact: where the line in direction u leaves the root.
  Point touch(const Vector& u) const { return {center.x + rho * u.y, center.y - rho * u.x}; }
  // The signed distance of p to the left of that line.
  double left(const Vector& u, const Point& p) const { return cross(u, p - center) + rho; }
  // Positive if p lies left of that line, negative if right: a rounded sign.
  double rounded_side(const Vector& u, const Point& p) const { return left(u, p); }
};

struct Tangent {
  Vector direction;
  double length;  // between the two points of contact
  bool exists;    // false: the circles overlap too far for this tangent
};

// The tangent from one circle to the other; points have rho 0. Circles that touch within rounding
// have a common tangent.
inline Tangent tangent(const Circle& from, const Circle& to) {
  const Vector v = to.center - from.center;
  const double k = to.rho - from.rho, squared = dot(v, v);
  double along = squared - k * k;
  if (std::abs(along) < tolerance::nearly_touching * squared) {
    // The rounding errors of the squares, which decide if the circles nearly touch.
    const double x = v.x * v.x, y = v.y * v.y, z = k * k;
    along = (x - z >= 0 ? (x - z) + y : x + (y - z));
    along += std::fma(v.x, v.x, -x) + std::fma(v.y, v.y, -y) - std::fma(k, k, -z);
  }
  const double length = along > 0 ? std::sqrt(along) : 0.0;
  const double per = 1 / squared;
  return {{(length * v.x + k * v.y) * per, (length * v.y - k * v.x) * per},
          length,
          along >= -tolerance::overlap * squared};
}

// Whether u lies between the directions low and high, which are less than half a turn apart, with a
// tolerance of `slack` radians.
inline bool is_between(const Vector& low, const Vector& high, const Vector& u, double slack) {
  return (std::min(cross(low, u), cross(u, high)) >= -slack) &
         (std::max(rounded_ahead(low, u), rounded_ahead(high, u)) > 0);
}

// A direction as an angle in [-pi, pi].
inline double bearing(const Vector& u) { return std::atan2(u.y, u.x); }

// The representative of `angle` in [0, 2 pi).
inline double positive(double angle) {
  constexpr double whole = 2 * std::numbers::pi;
  return angle - whole * std::floor(angle / whole);
}

}  // namespace clearway
