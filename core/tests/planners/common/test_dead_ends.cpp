// Dead ends after edits, held against their definition: what a bar cuts off is a tree of triangles,
// and the goal can be reached over what is not barred.
#include <new>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/geometry/predicates.hpp"
#include "planners/common/dead_ends.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

template <class IsPortal>
std::vector<TriangleId> flood(const Mesh& mesh, TriangleId from, IsPortal is_portal) {
  std::vector<char> seen(mesh.triangles.size(), 0);
  std::vector<TriangleId> out{from};
  seen[from.number()] = 1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(out[i], k);
      if (mesh.constrained(e) || !is_portal(e)) continue;
      const TriangleId t = Mesh::triangle_of(mesh.twin(e));
      if (!std::exchange(seen[t.number()], 1)) out.push_back(t);
    }
  }
  return out;
}

// Checks all bars of a query to a goal in one triangle. Returns how many there are.
template <class IsPortal>
int check_bars(const World& world, DeadEnds& dead_ends, TriangleId goal, IsPortal is_portal) {
  const Mesh& mesh = world.mesh();
  const auto corner = [&](Index i) { return mesh.point(mesh.triangles[goal].vertex[i]); };
  const Point middle{(corner(0).x + corner(1).x + corner(2).x) / 3,
                     (corner(0).y + corner(1).y + corner(2).y) / 3};
  const LocatedPoint at{middle, {Location::face, Mesh::half_edge(goal, 0), 0}};
  Goals goals;
  goals.begin(world, {{at}});
  dead_ends.open(goals, false);
  int bars = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh.constrained(e) || !is_portal(e) || !dead_ends.is_barred(e)) continue;
      ++bars;
      const auto is_inside = [&](HalfEdgeId x) { return is_portal(x) && x != mesh.twin(e); };
      const std::vector<TriangleId> inside =
          flood(mesh, Mesh::triangle_of(mesh.twin(e)), is_inside);
      std::size_t portals = 0;
      for (const TriangleId u : inside) {
        CHECK(u != t && u != goal);
        for (Index k = 0; k < 3; ++k) {
          const HalfEdgeId x = Mesh::half_edge(u, k);
          portals += !mesh.constrained(x) && is_inside(x);
        }
      }
      CHECK(portals == 2 * (inside.size() - 1));
    }
  }
  // Backwards from the goal, over edges that are not barred: everything outside of dead ends.
  const auto is_open = [&](HalfEdgeId e) {
    return is_portal(e) && !dead_ends.is_barred(mesh.twin(e));
  };
  CHECK(flood(mesh, goal, is_open).size() == flood(mesh, goal, is_portal).size());
  return bars;
}

// Whether the dead ends are those that a new search for them finds, and so are the bars of a query
// to this triangle where it can be reached: elsewhere trees hang from any of their triangles.
template <class IsPortal>
bool are_as_found_anew(const World& world, DeadEnds& dead_ends, TriangleId goal,
                       IsPortal is_portal) {
  const Mesh& mesh = world.mesh();
  DeadEnds anew(world);
  anew.find(is_portal);
  const LocatedPoint at{mesh.point(mesh.triangles[goal].vertex[0]),
                        {Location::face, Mesh::half_edge(goal, 0), 0}};
  Goals goals;
  goals.begin(world, {{at}});
  for (DeadEnds* const each : {&dead_ends, &anew}) {
    each->open(goals, false);
    each->bar_ways_from(goals);
  }
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    if (dead_ends.is_inside(t) != anew.is_inside(t)) return false;
  }
  for (const TriangleId t : flood(mesh, goal, is_portal)) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!mesh.constrained(e) && dead_ends.is_barred(e) != anew.is_barred(e)) return false;
    }
  }
  return true;
}

}  // namespace

// Memory runs out at each allocation of a repair in turn.
TEST(dead_ends_are_forgotten_when_a_repair_fails) {
  worlds::Random random{8};
  World world(worlds::ground(worlds::box(0, 0, 20, 20)));
  const auto is_portal = [](HalfEdgeId) { return true; };
  worlds::Obstacles first;
  for (Handle h = 0; h < 120; ++h) {
    const double x = random.below(76) / 4.0, y = random.below(76) / 4.0;
    worlds::add(first, h, Role::wall, {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}});
  }
  world.apply({}, first);
  DeadEnds dead_ends(world);
  int failures = 0;
  for (Handle h = 0; h < 12; ++h) {
    for (long most = 0;; ++most) {
      dead_ends.find(is_portal);
      worlds::Obstacles added;
      const double x = random.below(76) / 4.0, y = random.below(76) / 4.0;
      const Handle now = 1000 + 100 * h + static_cast<Handle>(most);
      worlds::add(added, now, Role::wall, {{x, y}, {x + 0.5, y}});
      world.apply({}, added);
      check::allocations_left = most;
      bool has_failed = false;
      try {
        dead_ends.repair(world.last_edit(), is_portal);
      } catch (const std::bad_alloc&) {
        has_failed = true;
      }
      check::allocations_left = -1;
      if (!has_failed) break;
      ++failures;
      CHECK(!dead_ends.are_known());
    }
  }
  CHECK(failures > 12);
}

TEST(dead_ends_survive_edits) {
  worlds::Random random{31};
  int bars = 0;
  for (int round = 0; round < 12; ++round) {
    const double diameter = round % 3 * 0.3;
    World world(worlds::ground(worlds::box(0, 0, 20, 20)));
    const Mesh& mesh = world.mesh();
    const auto is_portal = [&](HalfEdgeId e) {
      return compare_distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), diameter) >=
             0;
    };
    worlds::Obstacles first;
    for (Handle h = 0; h < 60; ++h) {
      const double x = random.below(76) / 4.0, y = random.below(76) / 4.0;
      if (h % 2)
        worlds::add(first, h, Role::wall, {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}});
      else
        worlds::add(first, h, Role::shell, worlds::box(x, y, x + 1, y + 0.5));
    }
    world.apply({}, first);
    DeadEnds dead_ends(world);
    dead_ends.find(is_portal);
    for (Handle h = 0; h < 20; ++h) {
      worlds::Obstacles added;
      const double x = random.below(76) / 4.0, y = random.below(76) / 4.0;
      worlds::add(added, 100 + h, Role::wall, {{x, y}, {x + 0.5, y + random.below(3) / 2.0}});
      const std::vector<Handle> removed =
          h % 2 ? std::vector<Handle>{3 * h} : std::vector<Handle>{};
      world.apply(removed, added);
      dead_ends.repair(world.last_edit(), is_portal);
      if (!dead_ends.are_known()) dead_ends.find(is_portal);
      for (int k = 0; k < 4; ++k) {
        const TriangleId t(random.below(static_cast<int>(mesh.triangles.size())));
        if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
        bars += check_bars(world, dead_ends, t, is_portal);
        CHECK(are_as_found_anew(world, dead_ends, t, is_portal));
      }
    }
  }
  CHECK(bars > 1000);
}

// A tree, found in another order after every edit, hangs from another triangle each time. From each
// of its triangles there is one way: towards the goal.
TEST(bars_of_a_tree_lead_to_the_goal) {
  worlds::Random random{5};
  World world(worlds::ground(worlds::box(0, 0, 20, 20)));
  const Mesh& mesh = world.mesh();
  const auto is_portal = [](HalfEdgeId) { return true; };
  // Walls that start at the bounds or at each other leave no loop.
  worlds::Obstacles comb;
  for (Handle h = 0; h < 9; ++h) {
    const double x = 2 + 2 * static_cast<double>(h), from = h % 2 ? 0.0 : 3.0;
    worlds::add(comb, h, Role::wall, {{x, from}, {x, from + 17}});
    worlds::add(comb, 100 + h, Role::wall, {{x, 10}, {x + 1, 10 + random.below(3) - 1.0}});
  }
  world.apply({}, comb);
  DeadEnds dead_ends(world);
  dead_ends.find(is_portal);
  for (Handle h = 0; h < 30; ++h) {
    worlds::Obstacles added;
    const double x = 2 + 2 * random.below(9), y = 4 + random.below(50) / 4.0;
    worlds::add(added, 200 + h, Role::wall, {{x, y}, {x - 0.5, y + 0.25}});
    const std::vector<Handle> removed =
        h > 3 ? std::vector<Handle>{196 + h} : std::vector<Handle>{};
    world.apply(removed, added);
    dead_ends.repair(world.last_edit(), is_portal);
    const TriangleId goal(random.below(static_cast<int>(mesh.triangles.size())));
    if (!mesh.is_live(goal) || !mesh.is_free(goal)) continue;
    CHECK(are_as_found_anew(world, dead_ends, goal, is_portal));
    for (const TriangleId t : mesh.triangles.ids()) {
      if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
      CHECK(dead_ends.is_inside(t));
      int ways = 0;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        ways += !mesh.constrained(e) && !dead_ends.is_barred(e);
      }
      CHECK(ways == (t != goal));
    }
  }
}

}  // namespace CLEARWAY_TEST_FILE
