#include "geometry/construction.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "expansion.hpp"
#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

using exact::Expansion;
using exact::Pair;
using exact::two_diff;

namespace {

using Difference = Expansion<2>;

// A rounded height is known to a few units in the last place. It is corrected by this many, one at
// a time, before the exact computation replaces it.
constexpr int most_corrections = 4;

// a * b - c * d, correct to a few units in the last place.
double determinant(const Pair& a, const Pair& b, const Pair& c, const Pair& d) {
  const double left = a.hi * b.hi, right = c.hi * d.hi;
  const double size = std::fabs(left) + std::fabs(right);
  const double rough = left - right;
  if (std::fabs(rough) > tolerance::no_cancellation * size) return rough;
  const Pair l = exact::two_product(a.hi, b.hi), r = exact::two_product(c.hi, d.hi);
  const Pair high = two_diff(l.hi, r.hi);
  const double tails = (a.hi * b.lo + a.lo * b.hi) - (c.hi * d.lo + c.lo * d.hi);
  const double fine = high.hi + (high.lo + ((l.lo - r.lo) + tails));
  // The omitted terms and the rounding errors of second order are below 2^-102 of the size.
  if (std::fabs(fine) > tolerance::determinant * size) return fine;
  return (Difference(a) * Difference(b) - Difference(c) * Difference(d)).estimate();
}

// (b - a) . (p - a)
double dot(const Point& a, const Point& b, const Point& p) {
  return determinant(two_diff(b.x, a.x), two_diff(p.x, a.x),  //
                     two_diff(b.y, a.y), two_diff(a.y, p.y));
}

// (b - a) x (p - a)
double rounded_cross(const Point& a, const Point& b, const Point& p) {
  return determinant(two_diff(b.x, a.x), two_diff(p.y, a.y),  //
                     two_diff(b.y, a.y), two_diff(p.x, a.x));
}

bool touches(const Point& a, const Point& b, const Point& p) {
  return orientation(a, b, p) == 0 && between(a, b, p);
}

bool meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  if (touches(a, b, c) || touches(a, b, d) || touches(c, d, a) || touches(c, d, b)) return true;
  return orientation(a, b, c) * orientation(a, b, d) < 0 &&
         orientation(c, d, a) * orientation(c, d, b) < 0;
}

}  // namespace

Point nearest_on_segment(const Point& a, const Point& b, const Point& p) {
  if (direction(a, b, p) <= 0) return a;
  if (direction(b, a, p) <= 0) return b;
  const double x = b.x - a.x, y = b.y - a.y;
  const double length2 = x * x + y * y;
  const double from_a = dot(a, b, p) / length2, from_b = dot(b, a, p) / length2;
  // Measured from the nearer end, the product and its rounding error are smaller.
  const Point q = from_a < from_b ? Point{a.x + from_a * x, a.y + from_a * y}
                                  : Point{b.x - from_b * x, b.y - from_b * y};
  return {in_domain(std::clamp(q.x, std::min(a.x, b.x), std::max(a.x, b.x))),
          in_domain(std::clamp(q.y, std::min(a.y, b.y), std::max(a.y, b.y)))};
}

double distance(const Point& p, const Point& a, const Point& b) {
  if (direction(a, b, p) <= 0) return distance(p, a);
  if (direction(b, a, p) <= 0) return distance(p, b);
  return std::fabs(rounded_cross(a, b, p)) / distance(a, b);
}

double distance(const Point& a, const Point& b, const Point& c, const Point& d) {
  if (meet(a, b, c, d)) return 0.0;
  return std::min({distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b)});
}

double distance_below(const Point& a, const Point& b) {
  const auto x = exact::two_diff(b.x, a.x), y = exact::two_diff(b.y, a.y);
  if (x.hi == 0.0 && y.lo == 0.0) return std::fabs(y.hi);
  if (y.hi == 0.0 && x.lo == 0.0) return std::fabs(x.hi);
  const double d = std::sqrt(x.hi * x.hi + y.hi * y.hi);
  // d is correct to two units in the last place; the remainder after subtracting its square
  // decides.
  const auto xx = exact::two_product(x.hi, x.hi), yy = exact::two_product(y.hi, y.hi);
  const auto dd = exact::two_product(d, d);
  const auto sum = exact::two_sum(xx.hi, yy.hi);
  const double rest =
      (sum.hi - dd.hi) + ((sum.lo + xx.lo) + (yy.lo - dd.lo) + 2 * (x.hi * x.lo + y.hi * y.lo));
  // A bound on the rounding of the last sums and on the squares of the differences' tails.
  const double error = tolerance::squared_distance * dd.hi;
  // The growth of the square from d to the next double above, and from the one below to d.
  const auto bits = std::bit_cast<std::uint64_t>(d);
  const double above = std::bit_cast<double>(bits + 1), under = std::bit_cast<double>(bits - 1);
  const double up = 2 * d * (above - d), down = 2 * d * (d - under);
  if (rest > error && rest < up - error) return d;
  if (rest < -error && rest > -down + error) return under;
  if (rest > up + error && rest < tolerance::next_double * up) return above;
  double below = d;
  while (compare_distance(a, b, below) < 0) below = std::nextafter(below, 0.0);
  for (double next;
       compare_distance(
           a, b, next = std::nextafter(below, std::numeric_limits<double>::infinity())) >= 0;)
    below = next;
  return below;
}

double distance_below(const Point& p, const Point& a, const Point& b) {
  if (direction(a, b, p) <= 0) return distance_below(p, a);
  if (direction(b, a, p) <= 0) return distance_below(p, b);
  return height_below(p, a, b);
}

double height_below(const Point& p, const Point& a, const Point& b) {
  if (b.y == a.y) {
    const Pair h = two_diff(p.y, a.y);
    if (h.lo == 0.0) return std::fabs(h.hi);
  }
  if (b.x == a.x) {
    const Pair h = two_diff(p.x, a.x);
    if (h.lo == 0.0) return std::fabs(h.hi);
  }
  const Pair bx = two_diff(b.x, a.x), by = two_diff(b.y, a.y), px = two_diff(p.x, a.x),
             py = two_diff(p.y, a.y);
  const Pair left = exact::two_product(bx.hi, py.hi), right = exact::two_product(by.hi, px.hi);
  const Pair area = two_diff(left.hi, right.hi);
  const double area_rest = area.lo + (left.lo - right.lo) +
                           ((bx.hi * py.lo + bx.lo * py.hi) - (by.hi * px.lo + by.lo * px.hi));
  const Pair xx = exact::two_product(bx.hi, bx.hi), yy = exact::two_product(by.hi, by.hi);
  const Pair length2 = exact::two_sum(xx.hi, yy.hi);
  const double length2_rest = length2.lo + xx.lo + yy.lo + 2 * (bx.hi * bx.lo + by.hi * by.lo);
  const Pair aa = exact::two_product(area.hi, area.hi);
  const double size = std::fabs(left.hi) + std::fabs(right.hi);
  const double error = tolerance::squared_height * std::fabs(area.hi) * size;
  double h = std::fabs(area.hi) / std::sqrt(length2.hi);
  for (int tries = 0;
       tries < most_corrections && size * tolerance::height_cancellation < std::fabs(area.hi);
       ++tries) {
    // area^2 - h^2 length2, in double-double precision.
    const Pair hh = exact::two_product(h, h);
    const Pair hl = exact::two_product(hh.hi, length2.hi);
    const double rest = (aa.hi - hl.hi) + ((aa.lo - hl.lo) + 2 * area.hi * area_rest -
                                           hh.lo * length2.hi - hh.hi * length2_rest);
    if (rest < -error) {
      h = std::nextafter(h, 0.0);
      continue;
    }
    if (rest <= error) break;
    const double next = std::nextafter(h, std::numeric_limits<double>::infinity());
    const double gain = 2 * h * (next - h) * length2.hi;
    if (rest < gain * (1 - tolerance::between_doubles) - error) return h;
    if (rest < gain * (1 + tolerance::between_doubles) + error) break;
    h = next;
  }
  double below = distance(p, a, b);
  while (compare_distance(p, a, b, below) < 0) below = std::nextafter(below, 0.0);
  for (double above;
       compare_distance(
           p, a, b, above = std::nextafter(below, std::numeric_limits<double>::infinity())) >= 0;)
    below = above;
  return below;
}

}  // namespace clearway
