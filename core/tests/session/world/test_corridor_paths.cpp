#include <cmath>
#include <limits>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/corridor_paths.hpp"
#include "clearway/session/terrain_snapshot.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

Path find(const SharedWorld& world, double cost, const Point& a, const Point& b,
          std::uint64_t version) {
  // Every corridor has the same cost.
  std::vector<std::pair<std::int64_t, double>> costs;
  const std::size_t count = terrain_snapshot(world).corridors.size() / 4;
  for (std::size_t i = 0; i < count; ++i) costs.emplace_back(i, cost);
  const double radius = 0;
  return find_corridor_paths(world, version, costs, {}, {&a, 1}, {&b, 1}, {&radius, 1}, 1).paths[0];
}

}  // namespace

TEST(corridor_paths_pay_for_what_they_pass) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  Obstacles boxes;
  Handle next = 0;
  for (const double x : {4.0, 12.0})
    for (const double y : {0.5, 5.5}) boxes.add(next++, Role::shell, box(x, y, x + 4, y + 4));
  world.apply({}, boxes);
  const Point a{1, 5}, b{19, 5};
  const Path plain = find(world, 0.0, a, b, world.version());
  CHECK(plain.status == Status::found && plain.length == 18);
  const Path dear = find(world, 1.0, a, b, world.version());
  CHECK(dear.status == Status::found && dear.lower_bound >= plain.length);
  CHECK(dear.length >= plain.length);
  const Path none = find(world, std::numeric_limits<double>::infinity(), a, b, world.version());
  CHECK(none.status == Status::no_path);
  CHECK_THROWS(InvalidInput, find(world, 1.0, a, b, world.version() + 1));
  CHECK_THROWS(InvalidInput, find(world, -1.0, a, b, world.version()));
  CHECK_THROWS(InvalidInput, find(world, NAN, a, b, world.version()));
}

}  // namespace CLEARWAY_TEST_FILE
