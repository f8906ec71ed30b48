#include "clearway/geometry/crossing.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "expansion.hpp"
#include "geometry/domain.hpp"

namespace clearway {

using exact::Expansion;
using exact::two_diff;

namespace {

double neighbour(double value, int up) {
  return std::nextafter(value, up * std::numeric_limits<double>::infinity());
}

// Whether numerator / denominator (> 0) rounds beyond q, towards +infinity for up = 1 and
// towards -infinity for up = -1: past the midpoint of q and its neighbour there, or at
// the midpoint when q is odd.
template <int N, int M>
bool rounds_past(const Expansion<N>& numerator, const Expansion<M>& denominator, double q, int up) {
  const double next = neighbour(q, up);
  const auto twice_midpoint = exact::scale(denominator, q) + exact::scale(denominator, next);
  const int side = (exact::scale(numerator, 2.0) - twice_midpoint).sign() * up;
  return side > 0 || (side == 0 && (std::bit_cast<std::uint64_t>(q) & 1) != 0);
}

// numerator / denominator (> 0), rounded to nearest with ties to even, and tiny values to 0.
template <int N, int M>
double quotient(const Expansion<N>& numerator, const Expansion<M>& denominator) {
  double q = numerator.estimate() / denominator.estimate();
  if (std::fabs(q) < 0.5 * min_coordinate) return 0.0;
  // The estimate is off by a few units at most, so these loops end after as many steps.
  while (rounds_past(numerator, denominator, q, 1)) q = neighbour(q, 1);
  while (rounds_past(numerator, denominator, q, -1)) q = neighbour(q, -1);
  return in_domain(q);
}

}  // namespace

bool crossing(const Point& a, const Point& b, const Point& c, const Point& d, Point& x) {
  const Expansion<2> abx = two_diff(b.x, a.x), aby = two_diff(b.y, a.y);
  const Expansion<2> cdx = two_diff(d.x, c.x), cdy = two_diff(d.y, c.y);
  const Expansion<2> acx = two_diff(c.x, a.x), acy = two_diff(c.y, a.y);
  const Expansion<16> area = abx * cdy - aby * cdx;
  const int side = area.sign();
  if (side == 0) return false;
  const Expansion<16> denominator = side > 0 ? area : -area;
  const Expansion<16> part = acx * cdy - acy * cdx;
  const Expansion<16> along = side > 0 ? part : -part;
  x = {quotient(exact::scale(denominator, a.x) + along * abx, denominator),
       quotient(exact::scale(denominator, a.y) + along * aby, denominator)};
  return true;
}

}  // namespace clearway
