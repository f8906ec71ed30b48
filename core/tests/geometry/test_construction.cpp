#include <cmath>
#include <random>

#include "check.hpp"
#include "clearway/geometry/crossing.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"

namespace CLEARWAY_TEST_FILE {

namespace {

using namespace clearway;

class Random {
 public:
  double integer(int limit) { return std::uniform_int_distribution<int>(-limit, limit)(engine_); }
  double real(double limit) {
    return std::uniform_real_distribution<double>(-limit, limit)(engine_);
  }
  Point point(double limit) { return {real(limit), real(limit)}; }

 private:
  std::mt19937_64 engine_{7};
};

bool near(double value, double expected) {
  return std::fabs(value - expected) <= 4.0 * 0x1p-52 * std::fabs(expected);
}

TEST(crossing_of_parallel_lines_is_none) {
  Point x{1.0, 2.0};
  CHECK(!crossing({0, 0}, {1, 1}, {0, 1}, {1, 2}, x));
  CHECK(!crossing({0, 0}, {1, 1}, {2, 2}, {5, 5}, x));
  CHECK(!crossing({0, 0}, {0, 0}, {0, 1}, {1, 2}, x));
  CHECK(!crossing({0, 0}, {1, 3}, {4, 4}, {4, 4}, x));
  CHECK(x == Point{1.0, 2.0});
}

TEST(crossing_of_nearly_parallel_lines_is_exact) {
  // y = 0 and the line through (0, -2^-60) and (2^60, 2^-60) meet halfway.
  Point x;
  CHECK(crossing({-1, 0}, {0x1p60, 0}, {0, -0x1p-60}, {0x1p60, 0x1p-60}, x));
  CHECK(x == Point{0x1p59, 0.0});
}

TEST(crossing_rounds_quotients_to_nearest) {
  // x = n y meets x = 1 - m y in (n, 1) / (n + m), which division rounds to nearest.
  Random random;
  for (int i = 0; i < 5000; ++i) {
    const double n = random.integer(1 << 30), m = std::fabs(random.integer(1 << 30)) + 1.0;
    Point x;
    CHECK(crossing({0, 0}, {n, 1}, {1, 0}, {1 - m, 1}, x) == (n != -m));
    if (n == -m) continue;
    CHECK(x == Point{n / (n + m), 1.0 / (n + m)});
  }
}

TEST(crossing_ignores_the_order_of_arguments) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    const Point a = random.point(100), b = random.point(100), c = random.point(100);
    const Point d = i % 2 == 0 ? random.point(100) : Point{c.x + (b.x - a.x), c.y + (b.y - a.y)};
    Point x, y;
    if (!crossing(a, b, c, d, x)) continue;
    for (const bool other : {crossing(b, a, c, d, y) && y == x, crossing(a, b, d, c, y) && y == x,
                             crossing(c, d, a, b, y) && y == x, crossing(d, c, b, a, y) && y == x})
      CHECK(other);
  }
}

TEST(crossings_of_concurrent_lines_are_one_point) {
  // Through (p / 7, q / 7), seldom a double: the line from (x, y) towards 7 times as far.
  Random random;
  for (int i = 0; i < 3000; ++i) {
    const double p = random.integer(1000), q = random.integer(1000);
    const auto line = [&](Point& from, Point& to) {
      const double x = random.integer(200), y = random.integer(200);
      from = {x, y};
      to = {x + (p - 7 * x), y + (q - 7 * y)};
    };
    Point a, b, c, d, e, f, x, y, z;
    line(a, b), line(c, d), line(e, f);
    if (!crossing(a, b, c, d, x)) continue;
    CHECK(x == Point{p / 7, q / 7});
    if (crossing(a, b, e, f, y)) CHECK(y == x);
    if (crossing(e, f, c, d, z)) CHECK(z == x);
  }
}

TEST(crossing_of_extremes_stays_in_the_domain) {
  const double big = 4.0 * max_coordinate, small = min_coordinate;
  Point x;
  CHECK(crossing({-big, -big}, {big, big}, {-small, small}, {small, -small}, x));
  CHECK(x == Point{0.0, 0.0});
  CHECK(crossing({-big, small}, {big, small}, {small, -big}, {small, big}, x));
  CHECK(x == Point{small, small});
  // The exact crossing has a coordinate of 2^-101, below the domain.
  CHECK(crossing({0, 0}, {1, 1}, {small, 0}, {0, small}, x));
  CHECK(x == Point{0.0, 0.0});
  CHECK(!std::signbit(x.x));
}

TEST(nearest_on_segment_is_on_it_and_nearest) {
  Random random;
  for (int i = 0; i < 5000; ++i) {
    const Point a = random.point(100), b = random.point(1), p = random.point(200);
    const Point q = nearest_on_segment(a, b, p);
    CHECK(std::fabs(distance(p, q) - distance(p, a, b)) <= 1e-13 * 200);
    CHECK(distance(q, a, b) <= 1e-13 * 100);
    CHECK(q.x >= std::fmin(a.x, b.x) && q.x <= std::fmax(a.x, b.x));
    CHECK(q.y >= std::fmin(a.y, b.y) && q.y <= std::fmax(a.y, b.y));
  }
  CHECK(nearest_on_segment({1, 1}, {4, 1}, {0, 5}) == Point{1, 1});
  CHECK(nearest_on_segment({1, 1}, {4, 1}, {4, 5}) == Point{4, 1});
  CHECK(nearest_on_segment({1, 1}, {4, 1}, {2, 5}) == Point{2, 1});
  CHECK(nearest_on_segment({1, 1}, {1, 1}, {2, 5}) == Point{1, 1});
}

TEST(distance_to_a_line_keeps_its_digits_near_the_line) {
  // From (k + 2^-40, k) to the diagonal: 2^-40 / sqrt 2 exactly, after heavy cancellation.
  for (double k = 1.0; k < 4000.0; k *= 1.3) {
    const double low = std::floor(k * 16.0) / 16.0;
    CHECK(near(distance({low + 0x1p-40, low}, {0, 0}, {12345, 12345}), 0x1p-40 / std::sqrt(2.0)));
  }
  CHECK(near(distance({0.5, 0x1p-90}, {0, 0}, {1, 0x1p-90}), 0x1p-91));
  CHECK(distance({2, 2}, {1, 1}, {3, 3}) == 0.0);
}

TEST(distance_across_the_domain) {
  const double big = max_coordinate, small = min_coordinate;
  CHECK(near(distance({3 * small, 0}, {0, 4 * small}), 5 * small));
  CHECK(near(distance({-3 * big, 0}, {0, 4 * big}), 5 * big));
  CHECK(distance({0, small}, {-big, 0}, {big, 0}) == small);
  CHECK(distance({7, 3}, {7, 3}) == 0.0);
}

TEST(distance_of_segments) {
  CHECK(distance({0, 0}, {4, 4}, {0, 4}, {4, 0}) == 0.0);             // cross
  CHECK(distance({0, 0}, {4, 4}, {2, 2}, {2, 9}) == 0.0);             // touch
  CHECK(distance({0, 0}, {4, 4}, {2, 2}, {9, 9}) == 0.0);             // overlap
  CHECK(distance({1, 1}, {1, 1}, {0, 0}, {5, 5}) == 0.0);             // a point on the other
  CHECK(distance({0, 0}, {4, 0}, {1, 3}, {2, 5}) == 3.0);             // end to inside
  CHECK(distance({0, 0}, {4, 0}, {7, 4}, {9, 9}) == 5.0);             // end to end
  CHECK(distance({0, 0}, {1, 1}, {2, 2}, {3, 3}) == std::sqrt(2.0));  // collinear, apart
  CHECK(distance({0, 0}, {0, 0}, {3, 4}, {3, 4}) == 5.0);
}

TEST(distances_below_are_the_largest_doubles_not_above) {
  Random random;
  const auto is_floor = [](double d, auto compare) {
    return compare(d) >= 0 && compare(std::nextafter(d, INFINITY)) < 0;
  };
  for (int i = 0; i < 60000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.integer(60)));
    const auto point = [&]() -> Point {
      if (i % 3 == 0) return {scale * random.integer(50), scale * random.integer(50)};
      if (i % 3 == 1) return {1e6 + random.real(scale), 1e6 + random.real(1.0)};
      return {scale * random.real(1), scale * random.real(1)};
    };
    const Point a = point(), b = point(), p = point();
    CHECK(is_floor(distance_below(a, b), [&](double d) { return compare_distance(a, b, d); }));
    CHECK(
        is_floor(distance_below(p, a, b), [&](double d) { return compare_distance(p, a, b, d); }));
  }
  CHECK(distance_below({0, 0}, {3, 4}) == 5.0);
  CHECK(height_below({1, 5}, {0, 0}, {9, 0}) == 5.0);
}

}  // namespace

}  // namespace CLEARWAY_TEST_FILE
