// Ways by radius, and the hierarchy made of them.
#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "clearway/planners/hierarchy_ids.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ways.hpp"
#include "worlds.hpp"

using namespace clearway;
using worlds::Random;

namespace {

// Clusters by the square of a lattice that a triangle's middle lies in.
IdVector<TriangleId, ClusterId> squares(const World& world, double side, Index in_a_row) {
  const Mesh& mesh = world.mesh();
  IdVector<TriangleId, ClusterId> out(mesh.triangles.size(), none);
  for (const TriangleId t : out.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    double x = 0, y = 0;
    for (Index k = 0; k < 3; ++k) {
      const Point p = mesh.point(mesh.origin(Mesh::half_edge(t, k)));
      x += p.x / 3;
      y += p.y / 3;
    }
    out[t] = ClusterId(static_cast<Index>(y / side) * in_a_row + static_cast<Index>(x / side));
  }
  return out;
}

// A hierarchy with all its edges, and what answers from it.
struct Prepared {
  const World& world;
  OptimalSearch exact{world};
  DiscFunnel funnel{world.mesh()};
  ExactSearch search = [this](const Point& a, const Point& b, double radius) {
    return exact.find(a, b, radius);
  };
  Hierarchy hierarchy;

  Prepared(const World& w, const RadiusRange& radii) : world(w), hierarchy(radii, 3, 0.1) {
    hierarchy.partition(world, squares(world, 3, 3));
    complete();
  }
  void complete() {
    while (hierarchy.pending() > 0) {
      std::vector<std::vector<Way>> answers;
      for (const auto& q : hierarchy.pending(16))
        answers.push_back(ways_between(world, funnel, search, q.from, q.to, q.radii, 0.1));
      hierarchy.keep(world, std::move(answers));
    }
    hierarchy.settle(world);
    hierarchy.validate(world);
  }
};

void check_paths(Prepared& p, Random& random, double radius, int count) {
  Hierarchy::Query query(p.world, p.hierarchy, p.search);
  for (int i = 0; i < count; ++i) {
    const Point a{random.real(0, 9), random.real(0, 9)}, b{random.real(0, 9), random.real(0, 9)};
    const Path best = p.exact.find(a, b, radius);
    const Path path = query.path(query.plan(a, b, radius), a, b);
    CHECK(path.status == best.status);
    if (best.status != Status::found) continue;
    CHECK(path.length >= best.length * (1 - 1e-9));
    const Verdict verdict = worlds::verify(p.world, path.segments);
    CHECK(!verdict.crosses && verdict.clearance >= radius - 1e-9 && verdict.gap < 1e-9);
  }
}

}  // namespace

TEST(radius_ranges_round_to_their_steps) {
  const RadiusRange steps{0.5, 2.0, 0.25}, any{0.5, 2.0, 0.0}, one{1, 1, 0};
  CHECK(one.is_one() && !any.is_one());
  CHECK(any.floor(0.7) == 0.7 && any.after(0.7) > 0.7);
  CHECK(steps.floor(0.5) == 0.5 && steps.floor(0.74) == 0.5 && steps.floor(0.75) == 0.75);
  CHECK(steps.after(0.5) == 0.75 && steps.after(0.6) == 0.75);
}

TEST(ways_grow_with_the_radius_and_end_where_no_disc_passes) {
  // The short way leads through a gap of 1, the long one through a gap of 2.
  const worlds::Scene gaps{worlds::box(0, 0, 9, 9), {{Role::shell, worlds::box(4, 1, 5, 7)}}};
  const World world = gaps.world();
  OptimalSearch exact(world);
  DiscFunnel funnel(world.mesh());
  const ExactSearch search = [&](const Point& a, const Point& b, double r) {
    return exact.find(a, b, r);
  };
  const Point a{2, 3.5}, b{7, 3.5};
  const double tolerance = 0.05;
  std::vector<Way> ways = ways_between(world, funnel, search, a, b, {0.0, 4.0, 0.0}, tolerance);
  CHECK(ways.size() >= 2 && ways.front().least == 0);
  CHECK(std::abs(ways.back().most - 1) < 1e-9);  // the gap of 2 closes
  for (std::size_t i = 0; i < ways.size(); ++i) {
    Way& way = ways[i];
    CHECK(way.least <= way.most && way.shortest <= way.longest * (1 + 1e-12));
    if (i > 0) CHECK(ways[i - 1].most < way.least);
    for (const double r : {way.least, (way.least + way.most) / 2}) {
      const double best = exact.find(a, b, r).length;
      CHECK(way.length(r) >= best * (1 - 1e-6) && way.length(r) <= best * (1 + 2 * tolerance));
    }
    CHECK(way.length(way.least) == way.shortest && way.length(way.most) == way.longest);
    CHECK(refit(world, funnel, a, b, way));
    way.shortest *= 0.5;
    CHECK(!refit(world, funnel, a, b, way));  // a false length is not believed
  }
}

TEST(ways_between_places_that_no_disc_joins) {
  const worlds::Scene scene{worlds::box(0, 0, 9, 9), {{Role::shell, worlds::box(4, 0, 5, 9)}}};
  const World world = scene.world();
  OptimalSearch exact(world);
  DiscFunnel funnel(world.mesh());
  const ExactSearch search = [&](const Point& a, const Point& b, double r) {
    return exact.find(a, b, r);
  };
  CHECK(ways_between(world, funnel, search, {2, 2}, {7, 2}, {0.0, 4.0, 0.0}, 0.1).empty());
}

TEST(hierarchies_answer_with_the_status_of_an_exact_search) {
  Random random{61};
  const World world = worlds::scattered_scene(random, 9).world();
  for (const double radius : {0.0, 0.04}) {
    Prepared p(world, {radius, radius, 0});
    CHECK(p.hierarchy.is_settled() && !p.hierarchy.is_lost());
    const HierarchyStats stats = p.hierarchy.stats();
    CHECK(stats.clusters == 9 && stats.nodes > 0 && stats.edges > 0 && stats.cut > 0);
    CHECK(p.hierarchy.live_nodes().size() == stats.nodes && p.hierarchy.stretch() >= 1);
    check_paths(p, random, radius, 40);
  }
}

TEST(hierarchies_of_a_range_answer_for_radii_in_it) {
  Random random{62};
  const World world = worlds::scattered_scene(random, 9).world();
  Prepared p(world, {0.0, 0.06, 0});
  for (const double radius : {0.0, 0.02, 0.06}) check_paths(p, random, radius, 15);
}

TEST(hierarchies_follow_edits) {
  Random random{63};
  World world = worlds::scattered_scene(random, 9).world();
  Prepared p(world, {0.03, 0.03, 0});
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

TEST(hierarchies_are_restored_from_their_state) {
  Random random{64};
  const World world = worlds::scattered_scene(random, 9).world();
  Prepared p(world, {0.03, 0.03, 0});
  const auto clusters = squares(world, 3, 3);
  const HierarchyState state = p.hierarchy.state();
  Hierarchy again(p.hierarchy.radii(), 3, 0.1);
  again.restore(world, clusters, state);
  CHECK(again.pending() == 0);
  again.settle(world);
  again.validate(world);
  CHECK(again.stats().edges == p.hierarchy.stats().edges);

  HierarchyState broken = state;
  broken.edges.front().second = static_cast<Index>(broken.places.size());
  CHECK_THROWS(InvalidInput,
               Hierarchy(p.hierarchy.radii(), 3, 0.1).restore(world, clusters, broken));
  broken = state;
  broken.places.pop_back();
  CHECK_THROWS(InvalidInput,
               Hierarchy(p.hierarchy.radii(), 3, 0.1).restore(world, clusters, broken));
}

TEST(journeys_by_legs_arrive) {
  Random random{65};
  const World world = worlds::scattered_scene(random, 9).world();
  Prepared p(world, {0.03, 0.03, 0});
  Hierarchy::Query query(world, p.hierarchy, p.search);
  int walked = 0;
  for (int i = 0; i < 20; ++i) {
    const Point a{random.real(0, 1), random.real(0, 9)}, b{random.real(8, 9), random.real(0, 9)};
    Plan plan = query.plan(a, b, 0.03);
    if (plan.status != Status::found || plan.nodes.empty()) continue;
    ++walked;
    Stand stand{a};
    double length = 0;
    bool arrived = false;
    for (int leg = 0; leg < 1000 && !arrived; ++leg) {
      CHECK(query.stands(plan, stand));
      const Path piece = query.leg(plan, stand, arrived, b);
      CHECK(piece.status == Status::found);
      if (piece.status != Status::found) break;
      length += piece.length;
    }
    CHECK(arrived && length <= plan.length * (1 + 1e-9));
  }
  CHECK(walked > 0);
}
