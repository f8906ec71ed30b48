#include "clearway/geometry/predicates.hpp"

#include <cfloat>

#include "expansion.hpp"
#include "in_circle.hpp"

namespace clearway {

using exact::Expansion;
using exact::Pair;
using exact::two_diff;
using exact::two_product;

namespace {

using Difference = Expansion<2>;

// Sign of a * b - c * d for doubles. Rounding is monotone, so unequal rounded products decide; if
// they are equal, their rounding errors decide.
int compare_products(double a, double b, double c, double d) {
  const Pair left = two_product(a, b);
  const Pair right = two_product(c, d);
  if (left.hi != right.hi) return left.hi > right.hi ? 1 : -1;
  return (left.lo > right.lo) - (left.lo < right.lo);
}

// Sign of a * b - c * d.
int compare_products(const Pair& a, const Pair& b, const Pair& c, const Pair& d) {
  if (a.lo == 0.0 && b.lo == 0.0 && c.lo == 0.0 && d.lo == 0.0)
    return compare_products(a.hi, b.hi, c.hi, d.hi);
  return (Difference(a) * Difference(b) - Difference(c) * Difference(d)).sign();
}

// |p - q|^2
Expansion<16> squared_distance(const Point& p, const Point& q) {
  const Difference x = two_diff(p.x, q.x);
  const Difference y = two_diff(p.y, q.y);
  return x * x + y * y;
}

// (b - a) x (c - a)
Expansion<16> exact_cross(const Point& a, const Point& b, const Point& c) {
  const Difference bx = two_diff(b.x, a.x), by = two_diff(b.y, a.y);
  const Difference cx = two_diff(c.x, a.x), cy = two_diff(c.y, a.y);
  return bx * cy - by * cx;
}

}  // namespace

namespace detail {

int orientation_exact(const Point& a, const Point& b, const Point& c) {
  // Points on a horizontal or vertical line, the most frequent case.
  if ((a.x == c.x && b.x == c.x) || (a.y == c.y && b.y == c.y)) return 0;
  return compare_products(two_diff(a.x, c.x), two_diff(b.y, c.y),  //
                          two_diff(a.y, c.y), two_diff(b.x, c.x));
}

int in_circle_exact(const Point& a, const Point& b, const Point& c, const Point& d) {
  return exact::in_circle(a, b, c, d);
}

}  // namespace detail

int in_circle_perturbed(const Point& a, const Point& b, const Point& c, const Point& d) {
  const int side = in_circle(a, b, c, d);
  if (side != 0) return side;
  // The perturbation raises the lexicographically last point most above the paraboloid. No three
  // distinct points of a circle are collinear, so that point alone decides: the derivative of the
  // determinant by the height of a has the sign of orientation(d, b, c), and likewise for b and c.
  const Point& ab = before(a, b) ? b : a;
  const Point& cd = before(c, d) ? d : c;
  const Point& last = before(ab, cd) ? cd : ab;
  if (&last == &d) return -1;
  if (&last == &c) return orientation(a, b, d);
  if (&last == &b) return orientation(a, d, c);
  return orientation(d, b, c);
}

int detail::direction_exact(const Point& a, const Point& b, const Point& c) {
  return compare_products(two_diff(b.x, a.x), two_diff(c.x, a.x),  //
                          two_diff(a.y, b.y), two_diff(c.y, a.y));
}

bool between(const Point& a, const Point& b, const Point& p) {
  const bool in_x = a.x < b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x;
  const bool in_y = a.y < b.y ? a.y <= p.y && p.y <= b.y : b.y <= p.y && p.y <= a.y;
  return in_x && in_y;
}

namespace {

// Radii may lie outside the domain of coordinates. Beyond these limits they exceed every distance
// between points, or are below every positive distance between a point and a line (a cross product
// is a multiple of 2^-304, a length is below 2^105).
constexpr double endless_radius = 0x1p110;
constexpr double least_radius = 0x1p-410;

// The error of a squared difference is at most 3 roundoffs; their sum and its comparison add 2.
constexpr double squares_error = 8.0 * detail::roundoff;

int compare_squares(const Point& p, const Point& a, double r) {
  const double x = p.x - a.x, y = p.y - a.y;
  const double d2 = x * x + y * y, r2 = r * r;
  const double error = squares_error * (d2 + r2);
  if (d2 - r2 > error) return 1;
  if (d2 - r2 < -error) return -1;
  return (squared_distance(p, a) - Expansion<2>(two_product(r, r))).sign();
}

}  // namespace

int compare_distance(const Point& p, const Point& a, double r) {
  if (r >= endless_radius) return -1;
  if (r < least_radius) return p == a ? -(r > 0.0) : 1;
  return compare_squares(p, a, r);
}

int compare_distance(const Point& p, const Point& a, const Point& b, double r) {
  if (direction(a, b, p) <= 0) return compare_distance(p, a, r);
  if (direction(b, a, p) <= 0) return compare_distance(p, b, r);
  if (r >= endless_radius) return -1;
  if (r < least_radius) return orientation(a, b, p) == 0 ? -(r > 0.0) : 1;
  const double bx = b.x - a.x, by = b.y - a.y;
  const double px = p.x - a.x, py = p.y - a.y;
  const double left = bx * py, right = by * px;
  const double height = std::fabs(left - right);
  const double height_error = detail::orientation_error * (std::fabs(left) + std::fabs(right));
  const double width = r * std::sqrt(bx * bx + by * by);
  const double error = height_error + squares_error * (height + width);
  if (height - width > error) return 1;
  if (height - width < -error) return -1;
  // Scale both sides by 2^512 before squaring twice, because a radius may be as small as 2^-410.
  const Expansion<32> grown = exact::scale(exact_cross(a, b, p), 0x1p256);
  const double radius = r * 0x1p256;
  return (grown * grown - squared_distance(a, b) * Expansion<2>(two_product(radius, radius)))
      .sign();
}

int compare_distances(const Point& p, const Point& a, const Point& b) {
  const double ax = p.x - a.x, ay = p.y - a.y;
  const double bx = p.x - b.x, by = p.y - b.y;
  const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by;
  const double error = squares_error * (a2 + b2);
  if (a2 - b2 > error) return 1;
  if (a2 - b2 < -error) return -1;
  return (squared_distance(p, a) - squared_distance(p, b)).sign();
}

bool predicates_self_test() {
#ifdef __FAST_MATH__
  return false;
#else
  if (FLT_EVAL_METHOD != 0) return false;
  // Volatile, so that the arithmetic happens at run time, in the rounding mode of the program.
  volatile double one = 1.0, tiny = 0x1p-60;
  volatile double side = 1.0 + 0x1p-30, rounded_square = 1.0 + 0x1p-29;
  const Pair sum = exact::two_sum(one, tiny);
  if (sum.hi != 1.0 || sum.lo != 0x1p-60) return false;
  const double s0 = side, s1 = side;
  if (s0 * s1 - rounded_square != 0.0) return false;  // 2^-60 when contracted
  const Pair product = two_product(side, side);
  if (product.hi != rounded_square || product.lo != 0x1p-60) return false;
  if (one + 0x1p-53 != 1.0 || -one - 0x1p-53 != -1.0) return false;  // ties to even

  const Point a{one * 12.0, one * 12.0}, b{one * 24.0, one * 24.0};
  const Point near{0.5 + one * 0x1p-53, one * 0.5};
  if (orientation(near, a, b) != -1 || orientation(a, near, b) != 1) return false;
  const double high = one + 0x1p-52;
  const Point e{one, 0.0 * one}, n{0.0, one}, w{-one, 0.0}, s{0.0, -one};
  const Point inside{0.0, -one + 0x1p-53}, outside{0.0, -high};
  return in_circle(e, n, w, s) == 0 && in_circle(e, n, w, inside) == 1 &&
         in_circle(e, n, w, outside) == -1;
#endif
}

}  // namespace clearway
