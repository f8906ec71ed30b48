// Exact signs. They decide topology: the mesh, visibility, point location, free space. Signs that
// rounding may decide have names of their own (geometry/tangents.hpp).
//
// Every function here returns the sign of a real number exactly: -1, 0 or +1. A fast floating-point
// filter answers nearly always; otherwise integers or expansions decide. Valid for coordinates in
// the domain of point.hpp and for the frame of a mesh (magnitude up to 4 * max_coordinate).
// Requires IEEE doubles without contraction or fast-math: predicates_self_test() checks the build.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

// +1 when c lies left of the directed line a -> b (a, b, c counter-clockwise), -1 when
// right, 0 when the three are collinear (also when any two coincide).
int orientation(const Point& a, const Point& b, const Point& c);

// For a, b, c counter-clockwise: +1 when d is strictly inside their circumcircle, -1
// when strictly outside, 0 on it.
int in_circle(const Point& a, const Point& b, const Point& c, const Point& d);

// As in_circle, but never 0 for four distinct points with a, b, c counter-clockwise:
// cocircular points are decided by a symbolic perturbation of the lifted points in
// lexicographic order (Devillers and Teillaud). The rule depends on coordinates alone,
// so it makes the Delaunay triangulation of a set unique.
int in_circle_perturbed(const Point& a, const Point& b, const Point& c, const Point& d);

// Sign of (b - a) . (c - a): whether c lies ahead of a in the direction of b.
int direction(const Point& a, const Point& b, const Point& c);

// Whether p, known to be collinear with a and b, lies on the closed segment ab.
bool between(const Point& a, const Point& b, const Point& p);

// Sign of |p - a| - r. Needs r >= 0.
int compare_distance(const Point& p, const Point& a, double r);

// Sign of (distance from p to the closed segment ab) - r. Needs r >= 0; a == b allowed.
int compare_distance(const Point& p, const Point& a, const Point& b, double r);

// Sign of |p - a| - |p - b|.
int compare_distances(const Point& p, const Point& a, const Point& b);

// False when the build broke exact arithmetic (fast-math, contraction, extended
// registers). Checked at import and by a test.
bool predicates_self_test();

// Implementation. The filters are inline because they are called hundreds of millions of times.
// Their error bounds are those of Shewchuk 1997 (u = 2^-53 is the unit roundoff).
namespace detail {

inline constexpr double roundoff = 0x1p-53;
inline constexpr double orientation_error = (3.0 + 16.0 * roundoff) * roundoff;
inline constexpr double in_circle_error = (10.0 + 96.0 * roundoff) * roundoff;

// The same answers without a filter.
int orientation_exact(const Point& a, const Point& b, const Point& c);
int in_circle_exact(const Point& a, const Point& b, const Point& c, const Point& d);
int direction_exact(const Point& a, const Point& b, const Point& c);

}  // namespace detail

inline int orientation(const Point& a, const Point& b, const Point& c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double det = left - right;
  const double error = detail::orientation_error * (std::fabs(left) + std::fabs(right));
  if (det > error) return 1;
  if (det < -error) return -1;
  return detail::orientation_exact(a, b, c);
}

inline int direction(const Point& a, const Point& b, const Point& c) {
  const double along = (b.x - a.x) * (c.x - a.x);
  const double against = -(b.y - a.y) * (c.y - a.y);
  const double dot = along - against;
  const double error = detail::orientation_error * (std::fabs(along) + std::fabs(against));
  if (dot > error) return 1;
  if (dot < -error) return -1;
  return detail::direction_exact(a, b, c);
}

inline int in_circle(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double ax = a.x - d.x, ay = a.y - d.y;
  const double bx = b.x - d.x, by = b.y - d.y;
  const double cx = c.x - d.x, cy = c.y - d.y;
  const double bc = bx * cy, cb = cx * by, a_lift = ax * ax + ay * ay;
  const double ca = cx * ay, ac = ax * cy, b_lift = bx * bx + by * by;
  const double ab = ax * by, ba = bx * ay, c_lift = cx * cx + cy * cy;
  const double det = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
  const double error = detail::in_circle_error * (a_lift * (std::fabs(bc) + std::fabs(cb)) +
                                                  b_lift * (std::fabs(ca) + std::fabs(ac)) +
                                                  c_lift * (std::fabs(ab) + std::fabs(ba)));
  if (det > error) return 1;
  if (det < -error) return -1;
  return detail::in_circle_exact(a, b, c, d);
}

}  // namespace clearway
