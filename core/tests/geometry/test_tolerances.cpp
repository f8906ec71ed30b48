// The bounds of tolerances.hpp against errors measured in extended precision.
#include <cmath>
#include <random>

#include "check.hpp"
#include "clearway/geometry/crossing.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace CLEARWAY_TEST_FILE {

namespace {

using namespace clearway;
using Long = long double;

std::mt19937_64 engine(7);
double random(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(engine);
}
Point random_point(double size) { return {random(-size, size), random(-size, size)}; }

Long exact_length(const Point& a, const Point& b) {
  const Long x = Long{b.x} - a.x, y = Long{b.y} - a.y;
  return std::sqrt(x * x + y * y);
}

TEST(tolerance_of_lengths_covers_sums_of_four_thousand_pieces) {
  for (int round = 0; round < 20; ++round) {
    double sum = 0;
    Long exact = 0;
    Point last = random_point(1e6);
    for (int i = 0; i < 4000; ++i) {
      const Point next = random_point(round % 2 ? 1e6 : 1e-3);
      sum += distance(last, next);
      exact += exact_length(last, next);
      last = next;
    }
    CHECK(std::abs(sum - exact) < tolerance::length * exact);
  }
}

TEST(tolerance_of_walls_covers_rounded_crossings) {
  for (int round = 0; round < 2000; ++round) {
    const Point a = random_point(1000), b = random_point(1000), c = random_point(1000),
                d = random_point(1000);
    Point x;
    if (!crossing(a, b, c, d, x) || std::max(std::abs(x.x), std::abs(x.y)) > 1000) continue;
    const Long dx = Long{b.x} - a.x, dy = Long{b.y} - a.y;
    const Long off = std::abs(dx * (Long{x.y} - a.y) - dy * (Long{x.x} - a.x)) / exact_length(a, b);
    CHECK(off < tolerance::beside_wall * 1000);
  }
  CHECK(tolerance::beside_wall < tolerance::bend);
}

TEST(tolerance_of_the_search_covers_tangents) {
  for (int round = 0; round < 2000; ++round) {
    const double r = random(0.01, 10), from = round % 2 ? r : -r, to = round % 3 ? r : -r;
    const Circle p{random_point(1000), from}, q{random_point(1000), to};
    const Tangent t = tangent(p, q);
    if (!t.exists) continue;
    // The line that leaves the first circle is one radius from the center of the second.
    const Point touch = p.touch(t.direction);
    const Long x = Long{q.center.x} - touch.x, y = Long{q.center.y} - touch.y;
    const Long beside = Long{t.direction.x} * y - Long{t.direction.y} * x;
    CHECK(std::abs(beside - to) < tolerance::radius * r + 1000 * tolerance::search_touch);
  }
  CHECK(tolerance::search_touch < tolerance::funnel_touch);
  CHECK(tolerance::verifier_touch < tolerance::search_touch);
}

TEST(circles_that_touch_within_rounding_have_a_tangent) {
  for (int round = 0; round < 2000; ++round) {
    const double r = random(0.1, 10), angle = random(0, 6.2);
    const Point a = random_point(100);
    const Point b{a.x + 2 * r * std::cos(angle), a.y + 2 * r * std::sin(angle)};
    const double apart = distance(a, b);
    // As wide as the gap between the corners, or a little narrower.
    const Circle p{a, 0.5 * apart}, q{b, -0.5 * apart};
    CHECK(tangent(p, q).exists);
    CHECK(!tangent({a, 0.51 * apart}, {b, -0.51 * apart}).exists);
  }
}

}  // namespace

}  // namespace CLEARWAY_TEST_FILE
