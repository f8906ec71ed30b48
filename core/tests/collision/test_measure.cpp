// Paths measured against obstacles as given, without bounds and without a mesh.
#include <limits>

#include "check.hpp"
#include "clearway/collision/verdict.hpp"
#include "collision/measure.hpp"
#include "geometry/tolerances.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

std::vector<InputChain> chains() {
  Obstacles o;
  o.add(4, Role::shell, worlds::box(0, 0, 2, 2));
  o.add(9, Role::wall, worlds::Chain{{6, -1}, {6, 1}});
  return input_chains(o);
}

Verdict line(const Point& a, const Point& b) {
  return measure(chains(), std::vector<Segment>{{a, b, {}, 0, 0}});
}

}  // namespace

TEST(measure_names_the_nearest_obstacle) {
  const Verdict beside_box = line({3, 0}, {3, 5});
  CHECK(beside_box.clearance == 1 && beside_box.nearest == 4);
  CHECK(beside_box.inside && !beside_box.crosses && beside_box.gap == 0);
  const Verdict beside_wall = line({5.5, 0}, {5.5, 0});
  CHECK(beside_wall.clearance == 0.5 && beside_wall.nearest == 9 && beside_wall.inside);
}

TEST(measure_counts_as_touching_what_is_within_rounding) {
  const double off = tolerance::verifier_touch;  // of coordinates up to 2
  CHECK(!line({2, -1}, {2, 3}).crosses);
  CHECK(!line({2 - off, -1}, {2 - off, 3}).crosses);
  CHECK(line({2 - 1e-9, -1}, {2 - 1e-9, 3}).crosses);
  CHECK(line({2, 1}, {3, 1}).inside && !line({1.5, 1}, {3, 1}).inside);
  CHECK(!line({5, 1}, {7, 1}).crosses);  // past the end of the wall
  CHECK(line({5, 0.5}, {7, 0.5}).crosses);
}

TEST(measure_of_no_obstacles_and_of_no_path) {
  const std::vector<Segment> path{{{0, 0}, {1, 1}, {}, 0, 0}};
  const Verdict free = measure({}, path);
  CHECK(free.inside && !free.crosses);
  CHECK(free.clearance == std::numeric_limits<double>::infinity() && free.nearest == -1);
  const Verdict nothing = measure(chains(), {});
  CHECK(!nothing.crosses && nothing.gap == 0);
}

}  // namespace CLEARWAY_TEST_FILE
