// Plans, paths and legs.
#include "check.hpp"
#include "planners/hierarchy/hierarchy_query.hpp"
#include "planners/hierarchy/plan.hpp"
#include "prepared_hierarchy.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

void check_paths(PreparedHierarchy& p, Random& random, double radius, int count) {
  HierarchyQuery query(p.world, p.hierarchy, p.exact);
  for (int i = 0; i < count; ++i) {
    const Point a{random.real(0, 9), random.real(0, 9)}, b{random.real(0, 9), random.real(0, 9)};
    const Path best = p.optimal.find(a, b, radius);
    const Path path = query.path(query.plan(a, b, radius), a, b);
    CHECK(path.status == best.status);
    if (best.status != Status::found) continue;
    CHECK(path.length >= best.length * (1 - 1e-9));
    const Verdict verdict = worlds::verify(p.world, path.segments);
    CHECK(!verdict.crosses && verdict.clearance >= radius - 1e-9 && verdict.gap < 1e-9);
  }
}

}  // namespace

TEST(hierarchies_answer_with_the_status_of_an_exact_search) {
  Random random{61};
  const World world = worlds::scattered_scene(random, 9).world();
  for (const double radius : {0.0, 0.04}) {
    PreparedHierarchy p(world, {radius, radius, 0});
    check_paths(p, random, radius, 40);
  }
}

TEST(hierarchies_of_a_range_answer_for_radii_in_it) {
  Random random{62};
  const World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.0, 0.06, 0});
  for (const double radius : {0.0, 0.02, 0.06}) check_paths(p, random, radius, 15);
}

TEST(hierarchies_follow_edits) {
  Random random{63};
  World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.03, 0.03, 0});
  for (int i = 0; i < 8; ++i) {
    const Point at{random.real(0, 8), random.real(0, 8)};
    Obstacles added;
    added.add(1000 + i, Role::shell, worlds::box(at.x, at.y, at.x + 0.7, at.y + 0.2));
    const std::vector<Handle> old{world.handles().front()};
    const Obstacles removed = world.obstacles(old);
    const auto before = p.hierarchy.generation();
    world.apply(old, added);
    p.hierarchy.edited(world, removed, added.handles);
    CHECK(p.hierarchy.generation() > before);
    p.complete();
    check_paths(p, random, 0.03, 10);
  }
}

TEST(journeys_by_legs_arrive) {
  Random random{65};
  const World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.03, 0.03, 0});
  HierarchyQuery query(world, p.hierarchy, p.exact);
  int journeys = 0;
  for (int i = 0; i < 20; ++i) {
    const Point a{random.real(0, 1), random.real(0, 9)}, b{random.real(8, 9), random.real(0, 9)};
    Plan plan = query.plan(a, b, 0.03);
    if (plan.status != Status::found || plan.nodes.empty()) continue;
    ++journeys;
    PlanPosition position{a};
    double length = 0;
    bool arrived = false;
    for (int leg = 0; leg < 1000 && !arrived; ++leg) {
      CHECK(query.is_valid(plan, position));
      const Path piece = query.leg(plan, position, arrived, b);
      CHECK(piece.status == Status::found);
      if (piece.status != Status::found) break;
      length += piece.length;
    }
    CHECK(arrived && length <= plan.length * (1 + 1e-9));
  }
  CHECK(journeys > 0);
}

}  // namespace CLEARWAY_TEST_FILE
