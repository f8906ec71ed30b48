// Planners over corners: as short as "optimal", for any ends.
#include <cmath>

#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "planners/visibility/visibility_search.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

// What the planners read.
struct Prepared {
  World world;
  Corners corners{world.mesh()};
  VisibilityGraph full{world, corners, false}, pruned{world, corners, true};
  Bsp bsp{world};

  explicit Prepared(const worlds::Scene& scene) : world(scene.world()) {}
};

void check_same(const Path& path, const Path& best) {
  CHECK(path.status == best.status);
  if (best.status != Status::found) return;
  CHECK(path.optimal && std::abs(path.length - best.length) <= 1e-12 * (1 + best.length));
  CHECK(std::abs(length_of(path.segments) - path.length) <= 1e-12 * (1 + path.length));
}

void compare(const worlds::Scene& scene, Random& random, double size, int queries) {
  const Prepared p(scene);
  OptimalSearch optimal(p.world);
  VisibilitySearch vg(p.world, p.corners, p.full), vgo(p.world, p.corners, p.pruned);
  VisibilitySearch bsp(p.world, p.corners, p.bsp);
  for (int i = 0; i < queries; ++i) {
    const auto end = [&] {
      return random.below(2)
                 ? Point{double(random.below(int(size) + 1)), double(random.below(int(size) + 1))}
                 : Point{random.real(0, size), random.real(0, size)};
    };
    const Point a = end(), b = end();
    const Path best = optimal.find(a, b, 0);
    check_same(vg.find(a, b), best);
    for (const bool prune_successors : {true, false}) {
      check_same(vgo.find(a, b, prune_successors), best);
      check_same(bsp.find(a, b, prune_successors), best);
    }
  }
}

}  // namespace

TEST(corner_searches_are_as_short_as_optimal) {
  Random random{31};
  for (int round = 0; round < 8; ++round) {
    compare(worlds::integer_scene(random, 10, 8), random, 10, 30);
    compare(worlds::scattered_scene(random, 4), random, 4, 30);
  }
}

TEST(corner_searches_without_any_corner) {
  const Prepared p({worlds::box(0, 0, 4, 3), {}});
  CHECK(p.corners.size() == 0);
  VisibilitySearch graph(p.world, p.corners, p.pruned);
  VisibilitySearch bsp(p.world, p.corners, p.bsp);
  CHECK(graph.find({0, 0}, {4, 3}).length == 5 && bsp.find({0, 0}, {4, 3}).length == 5);
  CHECK(graph.find({1, 1}, {1, 1}).length == 0 && bsp.find({1, 1}, {1, 1}).length == 0);
  CHECK(graph.find({5, 1}, {1, 1}).status == Status::start_blocked);
  CHECK(bsp.find({1, 1}, {5, 1}).status == Status::goal_blocked);
}

TEST(corner_searches_do_not_pass_where_obstacles_touch) {
  const Prepared p(
      {worlds::box(0, 0, 10, 10),
       {{Role::shell, worlds::box(4, 0, 6, 5)}, {Role::shell, worlds::box(6, 5, 8, 10)}}});
  VisibilitySearch graph(p.world, p.corners, p.full);
  VisibilitySearch bsp(p.world, p.corners, p.bsp);
  CHECK(graph.find({1, 5}, {9, 5}).status == Status::no_path);
  CHECK(bsp.find({1, 5}, {9, 5}).status == Status::no_path);
}

}  // namespace CLEARWAY_TEST_FILE
