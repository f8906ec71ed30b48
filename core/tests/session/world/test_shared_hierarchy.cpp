#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/hierarchy_paths.hpp"
#include "clearway/session/mesh_snapshot.hpp"
#include "clearway/session/shared_hierarchy.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

// Boxes in rows, with room for discs between them.
void fill(SharedWorld& world) {
  Obstacles boxes;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      boxes.add(5 * x + y, Role::shell, box(4 * x + 1, 4 * y + 1, 4 * x + 3, 4 * y + 3.0));
  world.apply({}, boxes);
}

// Clusters by the half of the world in which a triangle's first corner lies.
bool cut(const SharedWorld& world, SharedHierarchy& hierarchy) {
  const auto mesh = WorldReading(world).mesh();
  std::vector<std::int32_t> clusters;
  for (std::size_t t = 0; t < mesh->ids.size(); ++t) {
    const auto v = static_cast<std::size_t>(mesh->triangles[3 * t]);
    clusters.push_back(mesh->blocked[t] ? -1 : mesh->vertices[2 * v] < 10 ? 0 : 1);
  }
  return hierarchy.partition(mesh->ids, clusters, mesh->version);
}

}  // namespace

TEST(a_shared_hierarchy_answers_and_follows_edits) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const auto hierarchy = SharedHierarchy::make(world, {0.3, 0.3, 0}, 3, 0.05);
  CHECK(cut(world, *hierarchy));
  while (hierarchy->compute(16, 2) > 0) continue;
  CHECK(!hierarchy->is_stale());
  CHECK(hierarchy->stats().clusters == 2 && !hierarchy->edges(0.3).empty());
  hierarchy->validate();
  const PlannerSpec& optimal = planner_named("optimal");
  const auto shortest = [&](const Point& a, const Point& b) {
    return find_path(world, optimal, a, b, 0.3).path.length;
  };
  CHECK_THROWS(InvalidInput, hierarchy->find_path({0.5, 0.5}, {0x1p101, 1}, 0.3, false));
  CHECK_THROWS(InvalidInput, hierarchy->plan({0.5, 0.5}, {1, 1}, std::nan(""), false));
  const auto found = hierarchy->find_path({0.5, 0.5}, {19.5, 19.5}, 0.3, false);
  CHECK(found && found->path.status == Status::found);
  CHECK(found->path.length < 1.2 * shortest({0.5, 0.5}, {19.5, 19.5}));

  auto journey = hierarchy->plan({0.5, 0.5}, {19.5, 19.5}, 0.3, true);
  double length = 0;
  Point at{0.5, 0.5};
  std::optional<std::size_t> index = 0;
  while (index) {
    CHECK_THROWS(InvalidInput, hierarchy->leg(*journey, *index, {std::nan(""), 1}, 0.3));
    CHECK_THROWS(InvalidInput, hierarchy->leg(*journey, *index, at, -1));
    const SharedHierarchy::Leg leg = hierarchy->leg(*journey, *index, at, 0.3);
    if (!leg.answer) break;
    length += leg.answer->path.length;
    at = leg.answer->path.segments.back().end;
    index = leg.next;
  }
  CHECK(!index && at.x == 19.5 && std::fabs(length - found->path.length) < 1e-9 * length);

  // An edit leaves something to do, which the next query does.
  Obstacles wall;
  wall.add(99, Role::shell, worlds::Chain(box(9.2, 2, 9.8, 22)));
  world.apply({}, wall);
  CHECK(hierarchy->is_stale());
  CHECK(!hierarchy->find_path({0.5, 0.5}, {19.5, 19.5}, 0.3, false));
  const auto around = hierarchy->find_path({0.5, 0.5}, {19.5, 19.5}, 0.3, true);
  CHECK(around && around->path.length >= shortest({0.5, 0.5}, {19.5, 19.5}) * (1 - 1e-9));
  CHECK(around->version == world.version());
  CHECK(!hierarchy->partition({}, {}, world.version() - 1));
}

TEST(levels_answer_together) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const auto small = SharedHierarchy::make(world, {0.2, 0.2, 0}, 3, 0.05);
  const auto large = SharedHierarchy::make(world, {0.9, 0.9, 0}, 3, 0.05);
  CHECK(cut(world, *small) && cut(world, *large));
  const std::vector<const SharedHierarchy*> levels{large.get(), small.get()};
  const std::vector<std::int32_t> level_of{1, 0, 0};
  // The last disc does not fit at its start when it is as large as the level's.
  const std::vector<Point> starts{{0.5, 0.5}, {2, 4}, {0.5, 0.5}}, goals(3, {18, 16});
  const std::vector<double> asked{0.2, 0.9, 0.9}, radii{0.2, 0.5, 0.5};
  const Answers answers = find_paths(levels, level_of, starts, goals, asked, radii, 2);
  for (std::size_t i = 0; i < 3; ++i) {
    const Path exact =
        find_path(world, planner_named("optimal"), starts[i], goals[i], radii[i]).path;
    CHECK(answers.paths[i].status == exact.status);
    CHECK(answers.paths[i].length >= exact.length * (1 - 1e-9));
    CHECK(answers.paths[i].lower_bound <= exact.length * (1 + 1e-9));
  }
  CHECK(answers.paths[2].optimal);
  const std::vector<std::int32_t> unknown{2, 0, 0};
  const std::vector<Point> bad(starts.size(), Point{std::nan(""), 1});
  CHECK_THROWS(InvalidInput, find_paths(levels, level_of, bad, goals, asked, radii, 1));
  CHECK_THROWS(InvalidInput, find_paths(levels, unknown, starts, goals, asked, radii, 1));
}

TEST(a_saved_hierarchy_is_restored) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const auto hierarchy = SharedHierarchy::make(world, {0.3, 0.3, 0}, 3, 0.05);
  CHECK(cut(world, *hierarchy));
  const SharedHierarchy::State saved = hierarchy->state();
  const auto mesh = WorldReading(world).mesh();
  CHECK(saved.version == mesh->version && saved.clusters.size() == mesh->ids.size());
  const auto other = SharedHierarchy::make(world, {0.3, 0.3, 0}, 3, 0.05);
  CHECK(other->restore(mesh->ids, saved));
  CHECK(other->pending() == 0);
  CHECK(other->edges(0.3).size() == hierarchy->edges(0.3).size());
}

}  // namespace CLEARWAY_TEST_FILE
