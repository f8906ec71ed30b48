// Gates of the free space, and the narrowest place of a channel.
#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/query/queries.hpp"
#include "query/gates.hpp"
#include "query/narrowest.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

Point middle(const Gate& gate) {
  return {(gate.from.x + gate.to.x) / 2, (gate.from.y + gate.to.y) / 2};
}

// A wall of boxes with gaps of 3 and 1 between them, across a room of 20 by 10.
World two_gaps(double max_radius) {
  World world(worlds::ground(worlds::box(0, 0, 20, 10)), max_radius);
  Obstacles o;
  o.add(0, Role::shell, worlds::box(9, 0, 11, 2));
  o.add(1, Role::shell, worlds::box(9, 5, 11, 8));
  o.add(2, Role::shell, worlds::box(9, 9, 11, 10));
  world.apply({}, o);
  return world;
}

}  // namespace

TEST(gates_between_boxes_are_found_whatever_the_max_radius) {
  for (const double most : {0.0, 0.25, std::numeric_limits<double>::infinity()}) {
    const World world = two_gaps(most);
    const std::vector<Gate> all = gates(world);
    for (const double width : {1.0, 3.0})
      CHECK(std::any_of(all.begin(), all.end(), [&](const Gate& g) {
        return std::abs(g.width - width) < 1e-9 && middle(g).x >= 9 && middle(g).x <= 11;
      }));
  }
}

TEST(gates_are_sorted_and_their_discs_are_empty) {
  Random random{11};
  const worlds::Scene scene = worlds::scattered_scene(random, 5);
  const World world = scene.world();
  const std::vector<Gate> all = gates(world);
  CHECK(all.size() > 25);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Gate& gate = all[i];
    if (i > 0) CHECK(all[i - 1].width <= gate.width);
    CHECK(std::abs(distance(gate.from, gate.to) - gate.width) < 1e-12);
    CHECK(scene.clearance(middle(gate)) >= gate.width / 2 * (1 - 1e-8));
    CHECK(world.mesh().is_free(gate.triangle));
    if (gate.portal == none) continue;
    const auto of_portal = Mesh::triangle_of(gate.portal);
    CHECK(gate.triangle == of_portal ||
          gate.triangle == Mesh::triangle_of(world.mesh().twin(gate.portal)));
  }
}

TEST(an_empty_room_has_no_gate_narrower_than_itself) {
  const World world = worlds::Scene{worlds::box(0, 0, 6, 4), {}}.world();
  for (const Gate& gate : gates(world)) CHECK(gate.width >= 4 * (1 - 1e-12));
}

TEST(narrowest_is_the_gap_or_the_end) {
  const World world = two_gaps(std::numeric_limits<double>::infinity());
  ChannelSearch search(world);
  const auto of = [&](const Point& a, const Point& b, double radius) {
    const Path path = search.find(a, b, radius);
    CHECK(path.status == Status::found);
    std::vector<HalfEdgeId> portals;
    CHECK(portals_between(world.mesh(), path.channel, portals));
    CHECK(portals.size() + 1 == path.channel.size());
    return narrowest(world, path.channel.front(), portals, a, b);
  };
  const Narrowest gap = of({4, 3.5}, {16, 3.5}, 1.0);
  CHECK(std::abs(gap.radius - 1.5) < 1e-12 && gap.at.x >= 9 && gap.at.x <= 11);
  const Narrowest end = of({4, 3.5}, {16, 0.5}, 0.25);
  CHECK(end.radius == 0.5 && end.at == Point{16, 0.5});
}

TEST(portals_between_needs_neighbours) {
  const World world = two_gaps(0);
  const auto far_left = Mesh::triangle_of(world.locate({1, 1}).half_edge);
  const auto far_right = Mesh::triangle_of(world.locate({19, 9}).half_edge);
  std::vector<HalfEdgeId> portals;
  CHECK(!portals_between(world.mesh(), std::vector<TriangleId>{far_left, far_right}, portals));
  CHECK(portals_between(world.mesh(), std::vector<TriangleId>{far_left}, portals) &&
        portals.empty());
}

}  // namespace CLEARWAY_TEST_FILE
