#include "check.hpp"
#include "clearway/motion/motion.hpp"
#include "clearway/motion/times.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(times_join_and_remain) {
  const auto taken = joined({{4, 5}, {1, 2}, {1.5, 3}, {3, 3.5}, {9, forever}});
  CHECK(taken.size() == 3);
  CHECK(taken[0].begin == 1 && taken[0].end == 3.5);
  const std::vector<TimeInterval> left = remaining(taken, 2, forever);
  CHECK(left.size() == 2);
  CHECK(left[0].begin == 3.5 && left[0].end == 4);
  CHECK(left[1].begin == 5 && left[1].end == 9);
  CHECK(remaining({}, 0, forever).size() == 1);
  // A touch at the boundary is free, for a moment.
  CHECK(remaining(taken, 1, 2).size() == 1);
}

TEST(times_first_outside) {
  const auto taken = joined({{1, 2}, {4, forever}});
  CHECK(first_outside(taken, 0) == 0);
  CHECK(first_outside(taken, 1) == 1);
  CHECK(first_outside(taken, 1.5) == 2);
  CHECK(first_outside(taken, 2) == 2);
  CHECK(first_outside(taken, 5) == forever);
}

TEST(times_gaps_by_rounding_are_closed) {
  const auto taken = joined({{1000, 1001}, {1001.00000000001, 1002}});
  CHECK(taken.size() == 1);
}

}  // namespace CLEARWAY_TEST_FILE
