// Obstacles in flat arrays.
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/obstacles/obstacles.hpp"
#include "obstacles/input_checks.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(obstacles_without_any_have_one_start_each) {
  const Obstacles none_yet;
  CHECK(none_yet.handles.empty() && none_yet.points.empty() && none_yet.roles.empty());
  CHECK(none_yet.obstacle_starts.size() == 1 && none_yet.chain_starts.size() == 1);
}

TEST(obstacles_are_appended_one_chain_each) {
  Obstacles o;
  o.add(7, Role::shell, worlds::box(0, 0, 2, 2));
  o.add(3, Role::wall, worlds::Chain{{5, 5}, {6, 5}});
  o.add(9, Role::post, worlds::Chain{{8, 8}});
  CHECK(o.handles == std::vector<Handle>{7, 3, 9});
  CHECK(o.roles == std::vector<Role>{Role::shell, Role::wall, Role::post});
  CHECK(o.obstacle_starts == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(o.chain_starts == std::vector<std::int64_t>{0, 4, 6, 7});
  CHECK(o.points.size() == 7 && o.points[4] == Point{5, 5} && o.points[6] == Point{8, 8});
}

TEST(a_hole_is_cut_out_of_the_shell_before_it) {
  Obstacles ring;
  ring.handles = {0};
  ring.roles = {Role::shell, Role::hole};
  for (const auto& chain : {worlds::box(2, 2, 8, 8), worlds::box(4, 4, 6, 6)}) {
    ring.points.insert(ring.points.end(), chain.begin(), chain.end());
    ring.chain_starts.push_back(static_cast<std::int64_t>(ring.points.size()));
  }
  ring.obstacle_starts.push_back(2);
  World world(worlds::ground(worlds::box(0, 0, 10, 10)));
  world.apply({}, ring);
  const auto in_free = [&](const Point& p) {
    return world.mesh().is_free(Mesh::triangle_of(world.locate(p).half_edge));
  };
  CHECK(in_free({1, 1}) && !in_free({3, 3}) && in_free({5, 5}));
  const Handle handle[] = {0};
  const Obstacles back = world.obstacles(handle);
  CHECK(back.roles == ring.roles && back.points == ring.points);
  CHECK(back.chain_starts == ring.chain_starts && back.obstacle_starts == ring.obstacle_starts);
}

TEST(repeats_closing_points_and_tiny_coordinates_are_dropped) {
  Obstacles given;
  given.add(7, Role::shell, std::vector<Point>{{0, 0}, {0, 0}, {1, 0x1p-101}, {1, 1}, {0, 0}});
  given.add(8, Role::post, std::vector<Point>{{2, 2}, {3, 3}});
  given.add(9, Role::wall, std::vector<Point>{{4, 4}, {4, 4}, {5, 5}, {4, 4}});
  check_input(given);
  normalize(given);
  CHECK((given.chain_starts == std::vector<std::int64_t>{0, 3, 4, 7}));
  CHECK(
      (given.points == std::vector<Point>{{0, 0}, {1, 0}, {1, 1}, {2, 2}, {4, 4}, {5, 5}, {4, 4}}));
}

TEST(arrays_that_do_not_fit_together_are_refused) {
  Obstacles good;
  good.add(1, Role::shell, std::vector<Point>{{0, 0}, {1, 0}, {1, 1}});
  check_input(good);
  const auto refuses = [&](auto change) {
    Obstacles bad = good;
    change(bad);
    CHECK_THROWS(InvalidInput, check_input(bad));
  };
  refuses([](Obstacles& o) { o.chain_starts.clear(); });
  refuses([](Obstacles& o) { o.chain_starts = {0, 2}; });
  refuses([](Obstacles& o) { o.chain_starts = {0, 4, 3}; });
  refuses([](Obstacles& o) { o.obstacle_starts = {0, 0}; });
  refuses([](Obstacles& o) { o.roles[0] = static_cast<Role>(4); });
  refuses([](Obstacles& o) { o.roles[0] = Role::hole; });
  refuses([](Obstacles& o) { o.points[1].x = 0x1p101; });
}

}  // namespace CLEARWAY_TEST_FILE
