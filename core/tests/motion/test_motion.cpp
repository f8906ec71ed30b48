#include <cmath>
#include <limits>
#include <numbers>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/motion/motion.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(motion_walk_has_constant_speed) {
  const Segment path[] = {{{0, 0}, {2, 0}, {}, 0, 0},
                          {{2, 0}, {2, 0}, {}, 0, 0},  // without length
                          {{2, 0}, {3, 1}, {2, 1}, 1, 1}};
  const std::vector<Motion> motions = walk(path, 2.0, 10.0);
  CHECK(motions.size() == 2);
  CHECK(motions[0].begin == 10 && motions[0].end == 11);
  CHECK(std::abs(motions[1].end - (11 + std::numbers::pi / 4)) < 1e-12);
  CHECK((position_at(motions[0], 10.5) == Point{1, 0}));
  const Point half = position_at(motions[1], (motions[1].begin + motions[1].end) / 2);
  CHECK(std::abs(half.x - (2 + std::sqrt(0.5))) < 1e-12);
  CHECK(std::abs(half.y - (1 - std::sqrt(0.5))) < 1e-12);
  CHECK((position_at(motions[1], 99) == Point{3, 1}));
  CHECK((position_at(wait_at({1, 2}, 0, forever), 7) == Point{1, 2}));
}

TEST(motion_walk_refuses_links_and_bad_speeds) {
  const Segment link[] = {{{0, 0}, {2, 0}, {}, -1, 0}};
  CHECK_THROWS(InvalidInput, walk(link, 1.0, 0.0));
  for (const double speed : {0.0, -1.0, forever, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS(InvalidInput, walk({}, speed, 0.0));
}

}  // namespace CLEARWAY_TEST_FILE
