#include "check.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/verify/verify.hpp"
#include "funnel/disc_funnel.hpp"
#include "path/find_channel.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

// Posts, walls and boxes that may meet and cross.
Scene clutter(Random& random, double size, int count) {
  Scene scene;
  scene.bounds = worlds::box(0, 0, size, size);
  for (int i = 0; i < count; ++i) {
    const Point p{random.real(0, size), random.real(0, size)};
    const double w = random.real(0.1, 3), h = random.real(0.1, 3);
    switch (random.below(3)) {
      case 0:
        scene.pieces.push_back({Role::post, {p}});
        break;
      case 1:
        scene.pieces.push_back({Role::wall, {p, {p.x + w, p.y + h}, {p.x + 2 * w, p.y - h}}});
        break;
      default:
        scene.pieces.push_back({Role::shell, worlds::box(p.x, p.y, p.x + w, p.y + h)});
    }
  }
  return scene;
}

}  // namespace

TEST(funnel_for_discs_is_legal_taut_and_never_gives_up) {
  Random random{17};
  int found = 0, bent = 0;
  for (int k = 0; k < 60; ++k) {
    const double size = 20;
    const World world = clutter(random, size, 4 + random.below(25)).world();
    ChannelSearch search(world);
    OptimalSearch exact(world);
    for (int i = 0; i < 40; ++i) {
      const Point a{random.real(0, size), random.real(0, size)};
      const Point b{random.real(0, size), random.real(0, size)};
      const double r = random.real(0.01, 1.2);
      const Path path = search.find(a, b, r), best = exact.find(a, b, r);
      CHECK(path.status == best.status);
      if (path.status != Status::found) continue;
      ++found;
      CHECK(path.length >= best.length * (1 - 1e-9));
      const Verdict verdict = worlds::verify(world, path.segments);
      CHECK(path.segments.empty() || verdict.clearance >= r * (1 - 1e-9));
      CHECK(verdict.gap < 1e-12 && !verdict.crosses);
      for (std::size_t s = 1; s < path.segments.size(); ++s) {
        bent += path.segments[s].turn != 0;
        // Two lines meet nowhere but on an arc.
        if (path.segments[s].turn == 0 && path.segments[s - 1].turn == 0) {
          const Segment &p = path.segments[s - 1], &q = path.segments[s];
          CHECK(distance(p.start, q.end) >=
                (distance(p.start, p.end) + distance(q.start, q.end)) * (1 - 1e-12));
        }
      }
      // Its channel is the way the path takes among the obstacles.
      std::vector<HalfEdgeId> portals;
      CHECK(find_channel(world.mesh(), world.locate(a).half_edge, path.segments, portals));
      CHECK(portals.size() + 1 == path.channel.size());
      for (std::size_t d = 0; d < portals.size(); ++d)
        CHECK(Mesh::triangle_of(portals[d]) == path.channel[d + 1]);
    }
    CHECK(search.rescues() == 0);
  }
  CHECK(found > 500 && bent > 500);
}

TEST(funnel_without_portals_bends_round_corners_of_the_triangle) {
  // Both ends lie in one triangle, whose obtuse corner is within the radius of the line.
  const World world = Scene{worlds::box(-20, -20, 20, 2), {{Role::post, {{0, 0.5}}}}}.world();
  ChannelSearch search(world);
  const Path path = search.find({-1, -0.2}, {1, -0.2}, 1.0);
  CHECK(path.status == Status::found && path.segments.size() == 3);
  CHECK(worlds::verify(world, path.segments).clearance >= 1 - 1e-12);
}

TEST(funnel_of_a_point_turns_back_at_the_end_of_a_wall) {
  Scene scene{worlds::box(0, 0, 20, 20), {{Role::wall, {{0, 10}, {10, 10}, {15, 10}}}}};
  const World world = scene.world();
  ChannelSearch search(world);
  const Path path = search.find({3, 10.5}, {3, 9.5});
  CHECK(std::abs(path.length - 2 * std::sqrt(144.25)) < 1e-12);
}

}  // namespace CLEARWAY_TEST_FILE
