#include <cmath>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_world.hpp"
#include "clearway/session/weighted_paths.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

void add_area(SharedWorld& world, Handle h, const char* name, const worlds::Chain& ring) {
  FeatureEdit edit;
  edit.shapes.add(h, Role::shell, ring);
  edit.features.emplace_back();
  edit.features.back().name = name;
  world.apply(std::move(edit));
}

Path find(const SharedWorld& world, const AreaFactors& factors, const Point& a, const Point& b,
          double radius = 0.0, const char* planner = "optimal") {
  return find_weighted_paths(world, planner_named(planner), factors, {&a, 1}, {&b, 1}, {&radius, 1},
                             1)
      .paths[0];
}

}  // namespace

TEST(weighted_paths_cost_little_and_prove_it) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  add_area(world, 0, "mud", box(5, 2, 15, 18));
  add_area(world, 1, "road", box(0, 18, 20, 20));
  const AreaFactors factors{{"mud", 4.0}, {"road", 0.5}};
  for (const double radius : {0.0, 0.5}) {
    const Path path = find(world, factors, {2, 10}, {18, 10}, radius);
    CHECK(path.status == Status::found);
    const double cost = world.read_features(
        [&](const Features& f) { return area_cost(f, path.segments, factors); });
    CHECK(path.lower_bound <= cost && cost <= 1.02 * path.lower_bound);
    CHECK(cost < 16 + 3 * 10);  // straight through the mud
  }
  CHECK(world.version() == 2);
  const Handle mud[] = {0};
  world.apply(mud, {});
  CHECK_THROWS(InvalidInput, find(world, factors, {2, 10}, {18, 10}));
  CHECK(find(world, {{"road", 0.9}}, {2, 10}, {18, 10}).length == 16);
}

// Mud in the way is small: the path around it is found from corner to corner, without a search for
// the shortest path around all mud or one among factors.
TEST(weighted_paths_go_around_nearby) {
  SharedWorld world(worlds::ground(box(0, 0, 400, 400)));
  Obstacles boxes;
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 20; ++k)
      boxes.add(
          20 * i + k, Role::shell,
          box(20 * i + 3 + k % 5, 20 * k + 2 + i % 3, 20 * i + 14 + k % 5, 20 * k + 15 + i % 3));
  world.apply({}, std::move(boxes));
  const Point a{1, 1}, b{399, 390};
  const double radius = 0.0;
  const Path plain =
      find_paths(world, planner_named("optimal"), {&a, 1}, {&b, 1}, {&radius, 1}, 1).paths[0];
  const Segment& middle = plain.segments[plain.segments.size() / 2];
  const double x = 0.5 * (middle.start.x + middle.end.x), y = 0.5 * (middle.start.y + middle.end.y);
  add_area(world, 1000, "mud", box(x - 2, y - 2, x + 2, y + 2));
  const AreaFactors factors{{"mud", 9.0}};
  const auto cost_of = [&](const Path& path) {
    return world.read_features(
        [&](const Features& f) { return area_cost(f, path.segments, factors); });
  };
  CHECK(cost_of(plain) > 1.01 * plain.length);
  const Path path = find(world, factors, a, b);
  CHECK(path.status == Status::found && path.segments.back().end == b);
  CHECK(path.lower_bound == plain.length && cost_of(path) <= 1.01 * path.lower_bound);
  CHECK(2 * path.stats.expanded < 3 * plain.stats.expanded);
}

// The goal is in the middle of mud: every path pays for its last piece, whatever it looks like.
TEST(weighted_paths_know_what_an_end_in_mud_costs) {
  SharedWorld world(worlds::ground(box(0, 0, 100, 100)));
  add_area(world, 0, "mud", box(70, 40, 90, 60));
  const Path path = find(world, {{"mud", 3.0}}, {10, 50}, {80, 50});
  CHECK(path.length == 70 && path.lower_bound <= 90 && path.lower_bound > 90 * (1 - 1e-8));
  CHECK(path.stats.expanded < 20);
}

TEST(weighted_paths_move_blocked_ends) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  add_area(world, 0, "mud", box(5, 2, 15, 18));
  const Point a{0.25, 10}, b{18, 10};
  const double radius = 0.5;
  Snapping snapping;
  snapping.most = 1.0;
  const Answers answers = find_weighted_paths(world, planner_named("optimal"), {{"mud", 2.0}},
                                              {&a, 1}, {&b, 1}, {&radius, 1}, 1, {}, &snapping);
  CHECK(answers.paths[0].status == Status::found);
  CHECK((snapping.starts == std::vector<Point>{{0.5, 10}}) && snapping.is_start_moved[0]);
  CHECK((snapping.goals == std::vector<Point>{b}) && !snapping.is_goal_moved[0]);
  CHECK(answers.paths[0].segments[0].start == (Point{0.5, 10}));
}

TEST(weighted_paths_refuse_what_they_cannot_weight) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  add_area(world, 0, "mud", box(5, 2, 15, 18));
  CHECK_THROWS(InvalidInput, find(world, {{"mud", 2.0}}, {2, 10}, {18, 10}, 0.0, "ta*"));
  CHECK_THROWS(InvalidInput, find(world, {{"mud", 0.0}}, {2, 10}, {18, 10}));
  CHECK_THROWS(InvalidInput, find(world, {{"mud", NAN}}, {2, 10}, {18, 10}));
  CHECK_THROWS(InvalidInput, find(world, {{"road", 2.0}}, {2, 10}, {18, 10}));
  CHECK(find(world, {{"mud", 2.0}}, {2, 10}, {30, 10}).status == Status::goal_blocked);
}

}  // namespace CLEARWAY_TEST_FILE
