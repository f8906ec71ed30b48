#include "in_circle.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "expansion.hpp"
#include "wide.hpp"

namespace clearway::exact {

namespace {

// For coordinates of grid maps, which are multiples of 2^-8: adding this rounds to such a multiple
// and leaves the number of steps in the low bits.
constexpr double to_steps = 0x1.8p44;
constexpr double grid_limit = 0x1p42;

std::int64_t steps(double coordinate) {
  return std::bit_cast<std::int64_t>(coordinate + to_steps) - std::bit_cast<std::int64_t>(to_steps);
}

bool on_grid(const Point& p) {
  return (std::fabs(p.x) < grid_limit) & (std::fabs(p.y) < grid_limit) &
         ((p.x + to_steps) - to_steps == p.x) & ((p.y + to_steps) - to_steps == p.y);
}

// Decides for points of grid maps, where cocircular points are the rule.
bool in_circle_grid(const Point& a, const Point& b, const Point& c, const Point& d, int& result) {
  if (!(on_grid(a) & on_grid(b) & on_grid(c) & on_grid(d))) return false;
  const std::int64_t dx = steps(d.x), dy = steps(d.y);
  const std::int64_t ax = steps(a.x) - dx, ay = steps(a.y) - dy;
  const std::int64_t bx = steps(b.x) - dx, by = steps(b.y) - dy;
  const std::int64_t cx = steps(c.x) - dx, cy = steps(c.y) - dy;
  // Within 2^30 lifts and minors stay within 2^61, and the determinant within 2^124.
  std::int64_t bits = 0;
  for (const std::int64_t v : {ax, ay, bx, by, cx, cy}) bits |= v ^ (v >> 63);
  if (bits >> 30 != 0) return false;
  const Int128 det = Int128{ax * ax + ay * ay} * (bx * cy - cx * by) +
                     Int128{bx * bx + by * by} * (cx * ay - ax * cy) +
                     Int128{cx * cx + cy * cy} * (ax * by - bx * ay);
  result = (det > 0) - (det < 0);
  return true;
}

// value * scale as an integer, when it is one.
bool to_integer(const Pair& value, double scale, std::int64_t& out) {
  const double hi = value.hi * scale, lo = value.lo * scale;
  const auto hi_part = static_cast<std::int64_t>(hi), lo_part = static_cast<std::int64_t>(lo);
  out = hi_part + lo_part;
  return static_cast<double>(hi_part) == hi && static_cast<double>(lo_part) == lo;
}

// In grid maps and among boxes cocircular points are the rule. The differences of their coordinates
// are nearly always multiples of 2^-61 of the largest one. Then integers decide, many times faster
// than expansions.
bool in_circle_integer(const Pair (&x)[3], const Pair (&y)[3], int& result) {
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) largest = std::max({largest, std::fabs(x[i].hi), std::fabs(y[i].hi)});
  if (largest == 0.0) return false;
  // 2^(61 - e) for a largest difference of exponent e.
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(largest) >> 52;
  const double scale = std::bit_cast<double>((2 * 1023 + 61 - exponent) << 52);
  std::int64_t u[3], v[3];
  for (int i = 0; i < 3; ++i)
    if (!to_integer(x[i], scale, u[i]) || !to_integer(y[i], scale, v[i])) return false;
  ProductSum det;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    det.add(Int128{u[i]} * u[i] + Int128{v[i]} * v[i], Int128{u[j]} * v[k] - Int128{u[k]} * v[j]);
  }
  result = det.sign();
  return true;
}

int in_circle_expansion(const Pair (&x)[3], const Pair (&y)[3]) {
  using Difference = Expansion<2>;
  const Difference ax = x[0], bx = x[1], cx = x[2];
  const Difference ay = y[0], by = y[1], cy = y[2];
  return ((ax * ax + ay * ay) * (bx * cy - cx * by) + (bx * bx + by * by) * (cx * ay - ax * cy) +
          (cx * cx + cy * cy) * (ax * by - bx * ay))
      .sign();
}

}  // namespace

int in_circle(const Point& a, const Point& b, const Point& c, const Point& d) {
  int result;
  if (in_circle_grid(a, b, c, d, result)) return result;
  const Pair x[] = {two_diff(a.x, d.x), two_diff(b.x, d.x), two_diff(c.x, d.x)};
  const Pair y[] = {two_diff(a.y, d.y), two_diff(b.y, d.y), two_diff(c.y, d.y)};
  if (in_circle_integer(x, y, result)) return result;
  return in_circle_expansion(x, y);
}

}  // namespace clearway::exact
