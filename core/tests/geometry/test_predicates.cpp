#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"
#include "clearway/geometry/predicates.hpp"
#include "wide_oracle.hpp"

namespace CLEARWAY_TEST_FILE {

namespace {

using namespace clearway;
using wide::Wide;

// Integer points of the oracle; the point under test is (x, y) * unit.
struct Cell {
  std::int64_t x, y;
  Point at(double unit) const {
    return {static_cast<double>(x) * unit, static_cast<double>(y) * unit};
  }
};

int sign(Wide value) { return (value > 0) - (value < 0); }

int orientation_of(Cell a, Cell b, Cell c) {
  return sign(Wide{a.x - c.x} * (b.y - c.y) - Wide{a.y - c.y} * (b.x - c.x));
}

int in_circle_of(Cell a, Cell b, Cell c, Cell d) {
  const Wide ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y;
  const Wide cx = c.x - d.x, cy = c.y - d.y;
  return sign((ax * ax + ay * ay) * (bx * cy - cx * by) +
              (bx * bx + by * by) * (cx * ay - ax * cy) +
              (cx * cx + cy * cy) * (ax * by - bx * ay));
}

class Random {
 public:
  std::int64_t integer(std::int64_t limit) {
    return std::uniform_int_distribution<std::int64_t>(-limit, limit)(engine_);
  }
  Cell cell(std::int64_t limit) { return {integer(limit), integer(limit)}; }
  // Magnitudes from 2^-100 to 2^102, of either sign.
  double wild() {
    return std::ldexp(1.0 + static_cast<double>(integer(1 << 20) + (1 << 20)) * 0x1p-22,
                      static_cast<int>(integer(100))) *
           (integer(1) < 0 ? -1.0 : 1.0) * 2.0;
  }
  Point wild_point() { return {wild(), wild()}; }

 private:
  std::mt19937_64 engine_{20240607};
};

const double units[] = {1.0, 0x1p-8, 0x1p-43, 0x1p-80, 0x1p60, 3.0 * 0x1p-20};

// Four corners of the lattice circles of squared radius 5 and 25, and rectangles.
std::vector<Cell> circle_cells() {
  std::vector<Cell> cells;
  for (std::int64_t x = -5; x <= 5; ++x)
    for (std::int64_t y = -5; y <= 5; ++y)
      if (x * x + y * y == 25) cells.push_back({x, y});
  return cells;
}

TEST(build_keeps_exact_arithmetic) { CHECK(predicates_self_test()); }

TEST(orientation_on_a_grid_of_2_to_the_minus_43) {
  const Point b{12.0, 12.0}, c{24.0, 24.0};
  const std::int64_t one = std::int64_t{1} << 43;
  for (std::int64_t i = 0; i < 256; ++i)
    for (std::int64_t j = 0; j < 256; ++j) {
      const Cell cell{one / 2 + i, one / 2 + j};
      CHECK(orientation(cell.at(0x1p-43), b, c) ==
            orientation_of(cell, {12 * one, 12 * one}, {24 * one, 24 * one}));
    }
}

TEST(orientation_of_neighbours_by_one_ulp) {
  // On the line y = x through (0.1, 0.1) one step in y alone decides.
  const Point a{0.1, 0.1}, b{1e10 / 3.0, 1e10 / 3.0};
  for (double t = 1e-12; t < 1e12; t *= 1.7) {
    CHECK(orientation(a, b, {t, t}) == 0);
    CHECK(orientation(a, b, {t, std::nextafter(t, 1e300)}) == 1);
    CHECK(orientation(a, b, {t, std::nextafter(t, -1e300)}) == -1);
  }
}

TEST(orientation_of_integers) {
  Random random;
  for (const std::int64_t limit : {std::int64_t{3}, std::int64_t{1000}, std::int64_t{1} << 50})
    for (const double unit : units)
      for (int i = 0; i < 3000; ++i) {
        if (limit > 1000 && unit == 3.0 * 0x1p-20) continue;  // the product would round
        const Cell a = random.cell(limit), b = random.cell(limit), c = random.cell(limit);
        CHECK(orientation(a.at(unit), b.at(unit), c.at(unit)) == orientation_of(a, b, c));
        const Cell on{2 * b.x - a.x, 2 * b.y - a.y};
        CHECK(orientation(a.at(unit), b.at(unit), on.at(unit)) == 0);
      }
}

TEST(orientation_laws_at_mixed_magnitudes) {
  Random random;
  for (int i = 0; i < 20000; ++i) {
    const Point a = random.wild_point(), b = random.wild_point();
    const Point c = i % 3 == 0 ? Point{a.x, random.wild()} : random.wild_point();
    const int side = orientation(a, b, c);
    CHECK(orientation(b, c, a) == side && orientation(c, a, b) == side);
    CHECK(orientation(b, a, c) == -side && orientation(a, c, b) == -side);
    CHECK(orientation(a, b, a) == 0 && orientation(a, b, b) == 0);
    CHECK(detail::orientation_exact(a, b, c) == side);
  }
}

TEST(in_circle_of_integers) {
  Random random;
  for (const std::int64_t limit : {3, 1000, 1 << 28})
    for (const double unit : units)
      for (int i = 0; i < 3000; ++i) {
        Cell a = random.cell(limit), b = random.cell(limit), c = random.cell(limit);
        if (orientation_of(a, b, c) < 0) std::swap(b, c);
        // The fourth corner of a parallelogram: often a rectangle on the small grid.
        const Cell d = i % 2 == 0 ? random.cell(limit) : Cell{a.x + c.x - b.x, a.y + c.y - b.y};
        const Point p[] = {a.at(unit), b.at(unit), c.at(unit), d.at(unit)};
        CHECK(in_circle(p[0], p[1], p[2], p[3]) == in_circle_of(a, b, c, d));
        CHECK(detail::in_circle_exact(p[0], p[1], p[2], p[3]) == in_circle_of(a, b, c, d));
      }
}

TEST(in_circle_by_one_ulp) {
  const std::vector<Cell> cells = circle_cells();
  for (const double unit : units)
    for (const Cell& a : cells)
      for (const Cell& b : cells)
        for (const Cell& c : cells) {
          if (orientation_of(a, b, c) <= 0) continue;
          for (const Cell& d : cells) {
            const Point p = d.at(unit);
            CHECK(in_circle(a.at(unit), b.at(unit), c.at(unit), p) == 0);
            if (p.x == 0.0) continue;
            const Point in{std::nextafter(p.x, 0.0), p.y}, out{std::nextafter(p.x, 2.0 * p.x), p.y};
            CHECK(in_circle(a.at(unit), b.at(unit), c.at(unit), in) == 1);
            CHECK(in_circle(a.at(unit), b.at(unit), c.at(unit), out) == -1);
          }
        }
}

TEST(in_circle_of_rectangles_with_any_coordinates) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    double x[] = {random.wild(), random.wild()}, y[] = {random.wild(), random.wild()};
    std::sort(x, x + 2), std::sort(y, y + 2);
    const Point a{x[0], y[0]}, b{x[1], y[0]}, c{x[1], y[1]}, d{x[0], y[1]};
    CHECK(in_circle(a, b, c, d) == 0);
    CHECK(in_circle(a, b, c, {std::nextafter(d.x, -INFINITY), d.y}) == -1);
    CHECK(in_circle(a, b, c, {std::nextafter(d.x, INFINITY), d.y}) == 1);
  }
}

TEST(in_circle_laws_at_mixed_magnitudes) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    const Point a = random.wild_point(), b = random.wild_point(), c = random.wild_point();
    const Point d = random.wild_point();
    const int side = in_circle(a, b, c, d);
    CHECK(in_circle(b, c, a, d) == side && in_circle(c, a, b, d) == side);
    CHECK(in_circle(b, a, c, d) == -side && in_circle(a, b, d, c) == -side);
    CHECK(detail::in_circle_exact(a, b, c, d) == side);
    CHECK(in_circle(a, b, c, a) == 0);
  }
}

TEST(perturbed_circle_chooses_one_diagonal) {
  std::vector<std::vector<Cell>> quads;
  const std::vector<Cell> cells = circle_cells();
  for (const Cell& a : cells)
    for (const Cell& b : cells)
      for (const Cell& c : cells)
        for (const Cell& d : cells)
          if (orientation_of(a, b, c) > 0 && orientation_of(a, c, d) > 0)
            quads.push_back({a, b, c, d});
  CHECK(!quads.empty());
  for (const double unit : units)
    for (const auto& quad : quads) {
      const Point a = quad[0].at(unit), b = quad[1].at(unit), c = quad[2].at(unit),
                  d = quad[3].at(unit);
      const int side = in_circle_perturbed(a, b, c, d);
      CHECK(side != 0);
      CHECK(in_circle_perturbed(b, c, a, d) == side && in_circle_perturbed(c, a, b, d) == side);
      // Both triangles of a diagonal agree, and of the two diagonals one is Delaunay.
      CHECK(in_circle_perturbed(c, d, a, b) == side);
      CHECK(in_circle_perturbed(d, a, b, c) == -side);
      CHECK(in_circle_perturbed(b, c, d, a) == -side);
    }
}

TEST(perturbed_circle_agrees_where_nothing_is_cocircular) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    Point a = random.cell(50).at(1.0), b = random.cell(50).at(1.0), c = random.cell(50).at(1.0);
    const Point d = random.cell(50).at(1.0);
    if (orientation(a, b, c) <= 0 || d == a || d == b || d == c) continue;
    const int side = in_circle(a, b, c, d);
    CHECK(in_circle_perturbed(a, b, c, d) != 0);
    CHECK(side == 0 || in_circle_perturbed(a, b, c, d) == side);
  }
}

TEST(direction_is_the_sign_of_the_dot_product) {
  Random random;
  for (const double unit : units)
    for (int i = 0; i < 3000; ++i) {
      const Cell a = random.cell(1 << 20), b = random.cell(1 << 20), c = random.cell(1 << 20);
      const Wide dot = Wide{b.x - a.x} * (c.x - a.x) + Wide{b.y - a.y} * (c.y - a.y);
      CHECK(direction(a.at(unit), b.at(unit), c.at(unit)) == sign(dot));
      const Cell normal{a.x - (b.y - a.y), a.y + (b.x - a.x)};
      CHECK(direction(a.at(unit), b.at(unit), normal.at(unit)) == 0);
    }
}

TEST(between_is_closed) {
  const Point a{1.0, 2.0}, b{3.0, 6.0};
  CHECK(between(a, b, a) && between(a, b, b) && between(b, a, {2.0, 4.0}));
  CHECK(!between(a, b, {0.0, 0.0}) && !between(a, b, {4.0, 8.0}));
  CHECK(between(a, a, a) && !between(a, a, b));
}

TEST(compare_distance_at_pythagorean_ties) {
  const std::int64_t triples[][3] = {{3, 4, 5}, {5, 12, 13}, {20, 21, 29}, {119, 120, 169}};
  for (const double unit : units)
    for (const auto& t : triples) {
      const Point o{7.0 * unit, -2.0 * unit};
      const Point p = Cell{t[0] + 7, t[1] - 2}.at(unit);
      const double r = static_cast<double>(t[2]) * unit;
      CHECK(compare_distance(p, o, r) == 0);
      CHECK(compare_distance(p, o, std::nextafter(r, 0.0)) == 1);
      CHECK(compare_distance(p, o, std::nextafter(r, 2.0 * r)) == -1);
      CHECK(compare_distance(p, o, o, r) == 0);
      // The line through p at a right angle to op is at distance r of o.
      const Point a = Cell{t[0] + 7 - 2 * t[1], t[1] - 2 + 2 * t[0]}.at(unit);
      const Point b = Cell{t[0] + 7 + 3 * t[1], t[1] - 2 - 3 * t[0]}.at(unit);
      CHECK(compare_distance(o, a, b, r) == 0 && compare_distance(o, b, a, r) == 0);
      CHECK(compare_distance(o, a, b, std::nextafter(r, 0.0)) == 1);
      CHECK(compare_distance(o, a, b, std::nextafter(r, 2.0 * r)) == -1);
      // Beyond an end the end itself counts.
      CHECK(compare_distance(o, p, b, r) == 0 && compare_distance(o, b, a, 0.0) == 1);
      CHECK(compare_distances(o, p, Cell{7 - t[1], t[0] - 2}.at(unit)) == 0);
      CHECK(compare_distances(o, p, a) == -1 && compare_distances(o, b, a) == 1);
    }
}

TEST(compare_distance_takes_any_radius) {
  const Point a{0.0, 0.0}, b{0x1p100, 0x1p100}, p{0x1p-100, 0.0}, on{1.0, 1.0};
  for (const double r : {0x1p-1074, 1e-300, 1e-200, 1e-100}) {
    CHECK(compare_distance(p, a, r) == 1 && compare_distance(p, a, b, r) == 1);
    CHECK(compare_distance(a, a, r) == -1 && compare_distance(on, a, b, r) == -1);
  }
  for (const double r : {1e100, 1e200, 1.7e308, static_cast<double>(INFINITY)}) {
    CHECK(compare_distance(p, b, r) == -1 && compare_distance(p, a, b, r) == -1);
  }
  CHECK(compare_distance(a, a, 0.0) == 0 && compare_distance(on, a, b, 0.0) == 0);
  CHECK(compare_distance(p, a, 0.0) == 1 && compare_distance(p, a, b, 0.0) == 1);
  CHECK(compare_distance(p, a, 0x1p-100) == 0);
}

}  // namespace

}  // namespace CLEARWAY_TEST_FILE
