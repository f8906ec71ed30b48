#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/one_way_doors.hpp"
#include "clearway/session/paths.hpp"
#include "clearway/session/queries.hpp"
#include "clearway/session/shared_world.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

Feature feature(FeatureKind kind, const std::string& name = "") {
  Feature out;
  out.kind = kind;
  out.name = name;
  return out;
}

// Adds one feature under handle h.
void add(SharedWorld& world, Handle h, const Feature& f, Role role, const worlds::Chain& chain) {
  FeatureEdit edit;
  edit.shapes.add(h, role, chain);
  edit.features.push_back(f);
  world.apply(std::move(edit));
}

void add_link(SharedWorld& world, Handle h, const Point& a, const Point& b, double cost) {
  FeatureEdit edit;
  edit.shapes.handles.push_back(h);
  edit.shapes.roles = {Role::post, Role::post};
  edit.shapes.points = {a, b};
  edit.shapes.chain_starts = {0, 1, 2};
  edit.shapes.obstacle_starts = {0, 2};
  edit.features.push_back(feature(FeatureKind::link));
  edit.features[0].cost = cost;
  world.apply(std::move(edit));
}

double length(const SharedWorld& world, const Point& a, const Point& b, double radius = 0) {
  return find_path(world, planner_named("optimal"), a, b, radius).path.length;
}

}  // namespace

TEST(features_variant_avoids_areas_and_follows_edits) {
  SharedWorld world(worlds::ground(box(0, 0, 10, 10)));
  add(world, 0, feature(FeatureKind::area, "camp"), Role::shell, box(4, 2, 6, 8));
  const auto seen = world.variant({{"camp"}, {}, false});
  CHECK(seen && seen == world.variant({{"camp"}, {}, false}));
  CHECK(length(world, {1, 5}, {9, 5}) == 8);
  CHECK(std::abs(length(*seen, {1, 5}, {9, 5}) - (2 + 2 * std::sqrt(18))) < 1e-12);
  Obstacles wall;
  wall.add(1, Role::wall, worlds::Chain{{5, 8}, {5, 10}});
  world.apply({}, wall);
  CHECK(seen->version() == world.version());
  CHECK(std::abs(length(*seen, {1, 5}, {9, 8}) - length(*seen, {9, 8}, {1, 5})) < 1e-12);
  seen->validate();
  world.validate();
  const Handle all[] = {0, 1};
  world.apply(all, {});
  CHECK(length(*seen, {1, 5}, {9, 5}) == 8);
  CHECK_THROWS(InvalidInput, world.variant({{"camp"}, {}, false}));
  CHECK_THROWS(Refused, seen->apply(all, {}));
  CHECK_THROWS(UnknownHandle, world.apply(all, {}));
}

TEST(features_doors_are_walls_when_closed) {
  SharedWorld world(worlds::ground(box(0, 0, 10, 10)));
  Feature door = feature(FeatureKind::door);
  door.is_on = false;
  add(world, 3, door, Role::wall, {{5, 0}, {5, 10}});
  CHECK(length(world, {1, 5}, {9, 5}) == INFINITY);
  CHECK(world.obstacle_handles().empty());
  const auto open = world.variant({{}, {{3, true}}, false});
  CHECK(length(*open, {1, 5}, {9, 5}) == 8);
  FeatureEdit edit;
  edit.switched = {{3, true}};
  world.apply(edit);
  CHECK(length(world, {1, 5}, {9, 5}) == 8);
  CHECK(world.variant({{}, {{3, true}}, false}) == nullptr);
  world.validate();
  open->validate();
  edit.switched = {{4, true}};
  CHECK_THROWS(UnknownHandle, world.apply(edit));
}

TEST(features_one_way_doors) {
  SharedWorld world(worlds::ground(box(0, 0, 10, 10)));
  Feature door = feature(FeatureKind::door);
  door.direction = DoorDirection::right;
  add(world, 0, door, Role::wall, {{5, 0}, {5, 10}});
  for (const double radius : {0.0, 0.5}) {
    CHECK(length(world, {1, 5}, {9, 5}, radius) == 8);
    CHECK(length(world, {9, 5}, {1, 5}, radius) == INFINITY);
  }
  const WorldReading reading(world);
  const Segment back{{9, 5}, {1, 5}, {}, 0, 0}, forth{{1, 5}, {9, 5}, {}, 0, 0};
  CHECK(passes_wrong_way(reading, {&back, 1}));
  CHECK(!passes_wrong_way(reading, {&forth, 1}));
}

TEST(features_ways_around_one_way_doors_are_proved) {
  SharedWorld world(worlds::ground(box(0, 0, 10, 10)));
  Feature door = feature(FeatureKind::door);
  door.direction = DoorDirection::right;
  add(world, 0, door, Role::wall, {{5, 2}, {5, 8}});
  const Answer point = find_path(world, planner_named("optimal"), {9, 5}, {1, 5}, 0);
  CHECK(point.path.optimal && std::abs(point.path.length - 10) < 1e-12);
  const Answer disc = find_path(world, planner_named("optimal"), {9, 5}, {1, 5}, 0.5);
  CHECK(std::abs(disc.path.length - 10) < 1e-6 && disc.path.lower_bound > 10 - 1e-6);
  const WorldReading reading(world);
  const Segment by_the_end{{9, 2}, {1, 2}, {}, 0, 0};
  CHECK(!passes_wrong_way(reading, {&by_the_end, 1}));
  CHECK(!passes_surely(reading, {&by_the_end, 1}));
}

TEST(features_links_are_taken_when_they_pay) {
  SharedWorld world(worlds::ground(box(0, 0, 10, 10)));
  add_link(world, 0, {2, 5}, {8, 5}, 1);
  const Answer answer = find_path(world, planner_named("optimal"), {1, 5}, {9, 5}, 0);
  CHECK(answer.path.length == 2 && answer.path.optimal && answer.path.segments.size() == 3);
  CHECK(answer.path.segments[1].is_link() && answer.path.segments[1].center.y == 1);
  CHECK(answer.path.lower_bound == 3);
  FeatureEdit edit;
  edit.switched = {{0, false}};
  world.apply(edit);
  CHECK(length(world, {1, 5}, {9, 5}) == 8);
  CHECK_THROWS(InvalidInput, add_link(world, 1, {2, 5}, {8, 5}, -1));
  CHECK_THROWS(InvalidInput, add_link(world, 0, {2, 5}, {8, 5}, 1));
}

}  // namespace CLEARWAY_TEST_FILE
