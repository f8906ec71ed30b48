// Gates and cells of a shared world: discs are connected exactly as the cells are.
#include <random>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/gate_snapshot.hpp"
#include "clearway/session/queries.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

// Whether gates at least this wide join two cells.
bool joined(const GateSnapshot& gates, std::int32_t a, std::int32_t b, double width) {
  std::vector<char> reached(gates.cell_count, 0);
  reached[static_cast<std::size_t>(a)] = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t i = 0; i < gates.widths.size(); ++i) {
      const auto left = static_cast<std::size_t>(gates.cells[2 * i]),
                 right = static_cast<std::size_t>(gates.cells[2 * i + 1]);
      if (gates.widths[i] < width || reached[left] == reached[right]) continue;
      reached[left] = reached[right] = 1;
      grows = true;
    }
  }
  return reached[static_cast<std::size_t>(b)];
}

}  // namespace

TEST(gate_snapshot_has_the_cells_on_both_sides_of_a_gate) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  Obstacles walls;
  walls.add(0, Role::shell, box(9, 0, 11, 4));
  walls.add(1, Role::shell, box(9, 6, 11, 10));
  world.apply({}, walls);
  const GateSnapshot gates = gate_snapshot(world);
  CHECK(gates.version == world.version() && gates.widths.front() == 2);
  const std::vector<Point> points{{5, 5}, {15, 5}, {10, 1}, {30, 5}};
  std::uint64_t version = 0;
  const std::vector<std::int32_t> cells = cells_at(world, points, version);
  CHECK(version == gates.version && cells[0] >= 0 && cells[1] >= 0 && cells[0] != cells[1]);
  CHECK(cells[2] == -1 && cells[3] == -1);
  CHECK(joined(gates, cells[0], cells[1], 2) && !joined(gates, cells[0], cells[1], 2.001));
  CHECK_THROWS(InvalidInput, cells_at(world, std::vector<Point>{{1e300, 0}}, version));
}

TEST(gate_snapshot_cells_are_joined_as_discs_are) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(0, 38), size(0.5, 5), half(0.05, 2);
  for (int round = 0; round < 20; ++round) {
    SharedWorld world(worlds::ground(box(0, 0, 40, 40)));
    Obstacles boxes;
    for (Handle h = 0; h < 25; ++h) {
      const double x = place(random), y = place(random);
      boxes.add(h, Role::shell, box(x, y, x + size(random), y + size(random)));
    }
    world.apply({}, boxes);
    const GateSnapshot gates = gate_snapshot(world);
    for (int i = 0; i < 20; ++i) {
      const double radius = half(random);
      const std::vector<Point> ends = random_points(world, 2, radius, random());
      if (ends.size() < 2) continue;
      std::uint64_t version = 0;
      const std::vector<std::int32_t> cells = cells_at(world, ends, version);
      const std::vector<double> radii{radius};
      const bool can = reachable(world, {&ends[0], 1}, {&ends[1], 1}, radii)[0] != 0;
      CHECK(joined(gates, cells[0], cells[1], 2 * radius) == can);
    }
  }
}

}  // namespace CLEARWAY_TEST_FILE
