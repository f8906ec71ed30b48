// Points, their order, and the length of lines and arcs.
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "check.hpp"
#include "clearway/geometry/point.hpp"
#include "clearway/geometry/segment.hpp"
#include "geometry/arc.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(points_are_ordered_by_x_then_y) {
  CHECK(before({0, 5}, {1, 0}) && !before({1, 0}, {0, 5}));
  CHECK(before({1, 0}, {1, 1}) && !before({1, 1}, {1, 0}));
  CHECK(!before({1, 1}, {1, 1}));
  CHECK(!before({0.0, 0}, {-0.0, 0}) && !before({-0.0, 0}, {0.0, 0}));
  CHECK(Point{-0.0, 0} == Point{0.0, 0});
}

TEST(length_of_nothing_lines_and_arcs) {
  constexpr double pi = std::numbers::pi;
  CHECK(length_of({}) == 0);
  const Segment line{{0, 0}, {3, 4}, {}, 0, 0};
  const Segment point{{3, 4}, {3, 4}, {}, 0, 0};
  const Segment quarter{{1, 0}, {0, 1}, {0, 0}, 1, +1};
  const Segment rest{{1, 0}, {0, 1}, {0, 0}, 1, -1};
  CHECK(length_of(std::vector{line}) == 5);
  CHECK(length_of(std::vector{line, point}) == 5);
  CHECK(std::abs(length_of(std::vector{quarter}) - pi / 2) < 1e-15);
  CHECK(std::abs(length_of(std::vector{rest}) - 3 * pi / 2) < 1e-15);
  CHECK(std::abs(length_of(std::vector{line, quarter, rest}) - (5 + 2 * pi)) < 1e-14);
}

TEST(length_of_the_largest_coordinates_is_finite) {
  const Segment line{
      {-max_coordinate, -max_coordinate}, {max_coordinate, max_coordinate}, {}, 0, 0};
  CHECK(std::isfinite(length_of(std::vector{line})));
  const Segment tiny{{0, 0}, {min_coordinate, 0}, {}, 0, 0};
  CHECK(length_of(std::vector{tiny}) == min_coordinate);
}

TEST(an_arc_whose_end_is_before_its_start_is_backwards) {
  const double before = std::nextafter(0.0, -1.0);
  for (const int turn : {+1, -1}) {
    CHECK(is_backwards({{1, 0}, {1, turn * before}, {0, 0}, 1, turn}));
    CHECK(is_backwards({{1, 0}, {1, 0}, {0, 0}, 1, turn}));
    CHECK(!is_backwards({{1, 0}, {1, -turn * before}, {0, 0}, 1, turn}));
    CHECK(!is_backwards({{1, 0}, {0, 1.0 * turn}, {0, 0}, 1, turn}));
  }
}

}  // namespace CLEARWAY_TEST_FILE
