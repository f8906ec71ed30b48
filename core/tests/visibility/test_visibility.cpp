// Corners, lines of sight, what is seen by triangles and by the BSP, visibility graphs.
#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "query/free.hpp"
#include "visibility/bsp.hpp"
#include "visibility/bsp_tree.hpp"
#include "visibility/bsp_view.hpp"
#include "visibility/corners.hpp"
#include "visibility/expansion_view.hpp"
#include "visibility/graph.hpp"
#include "visibility/sight_line.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

// A box in the middle of a room.
Scene room() { return {worlds::box(0, 0, 10, 10), {{Role::shell, worlds::box(4, 4, 6, 6)}}}; }

template <class Ids>
auto sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

double area(const std::vector<Point>& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point a = ring[i], b = ring[(i + 1) % ring.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum / 2;
}

bool straight(const World& world, const Point& a, const Point& b) {
  return !raycast(world, a, b, 0);
}

}  // namespace

TEST(corners_are_the_protruding_ones) {
  Scene scene = room();
  scene.pieces.push_back({Role::wall, {{1, 1}, {1, 3}}});
  scene.pieces.push_back({Role::post, {{8, 8}}});
  const World world = scene.world();
  const Corners corners(world.mesh());
  int boxes = 0, wall_ends = 0;
  for (const Corner& c : corners.all()) {
    CHECK(corners.at_vertex(c.vertex) != none && world.mesh().point(c.vertex) == c.at);
    boxes += c.at.x >= 4 && c.at.x <= 6 && c.at.y >= 4 && c.at.y <= 6;
    if (c.at.x == 1) {
      ++wall_ends;
      CHECK(c.first == c.last && c.right == c.left);
    }
  }
  // Corners of the bounds are hollow, and a post turns no path.
  CHECK(boxes == 4 && wall_ends == 2 && corners.size() == 6);
  CHECK(corners.memory() > 0);
}

TEST(corners_know_which_way_a_path_may_turn) {
  const World world = room().world();
  const Corners corners(world.mesh());
  for (const Corner& c : corners.all()) {
    if (!(c.at == Point{4, 4})) continue;
    CHECK(turns(c, {2, 5}) == turns_left);   // along the left side and round below it
    CHECK(turns(c, {5, 2}) == turns_right);  // along the lower side and round to the left
    CHECK(turns(c, {3, 3}) == 0);            // in front of the corner
  }
}

TEST(components_are_what_is_connected) {
  Scene scene = room();
  scene.pieces.push_back({Role::wall, {{0, 2}, {10, 2}}});
  const World world = scene.world();
  const Corners corners(world.mesh());
  const auto at = [&](const Point& p) {
    return corners.component(Mesh::triangle_of(world.locate(p).half_edge));
  };
  CHECK(at({1, 1}) == at({9, 1}) && at({1, 5}) == at({9, 5}) && at({1, 1}) != at({1, 5}));
}

TEST(a_line_of_sight_grazes_and_stops) {
  const World world = room().world();
  const Corners corners(world.mesh());
  const auto along = [&](const Point& from, const Point& to) {
    std::vector<Seen> seen;
    sight_line(world.mesh(), corners, {from, world.locate(from)}, {to}, seen);
    std::vector<Point> points;
    for (const Seen& s : seen)
      if (world.mesh().is_given(s.vertex)) points.push_back(world.mesh().point(s.vertex));
    return points;
  };
  CHECK(along({1, 4}, {2, 4}) == std::vector<Point>{{4, 4}, {6, 4}});  // along the lower side
  CHECK(along({2, 6}, {3, 5}) == std::vector<Point>{{4, 4}});          // over a corner
  CHECK(along({1, 5}, {2, 5}).empty());                                // ends at the box
}

TEST(sight_and_bsp_see_what_can_be_reached_straight) {
  Random random{21};
  for (int round = 0; round < 6; ++round) {
    const World world =
        (round % 2 ? worlds::integer_scene(random, 10, 9) : worlds::scattered_scene(random, 4))
            .world();
    const Corners corners(world.mesh());
    const Bsp bsp(world);
    ExpansionView sight(world, corners);
    BspView view(world, corners, bsp);
    for (int i = 0; i < 25; ++i) {
      const Point p{random.below(9) / 2.0, random.below(9) / 2.0};
      std::vector<CornerId> by_triangles, by_bsp;
      sight.corners_from(p, false, by_triangles);
      view.corners_from(p, false, by_bsp);
      CHECK(sorted(by_triangles) == sorted(by_bsp));
      for (const auto c : by_triangles) CHECK(straight(world, p, corners[c].at));
      std::vector<Point> ring, same;
      sight.region_from(p, ring);
      view.region_from(p, same);
      CHECK(std::abs(area(ring) - area(same)) <= 1e-9 * (1 + area(ring)));
      CHECK(ring.empty() == !fits(world, p, 0) || area(ring) == 0);
    }
  }
}

TEST(a_region_of_an_empty_room_is_the_room) {
  const World world = Scene{worlds::box(0, 0, 3, 2), {}}.world();
  const Corners corners(world.mesh());
  ExpansionView sight(world, corners);
  std::vector<Point> ring;
  sight.region_from({1, 1}, ring);
  CHECK(ring.size() == 4 && area(ring) == 6);
  sight.region_from({0, 0}, ring);  // from its corner, which is then a point of the ring
  CHECK(area(ring) == 6);
  sight.region_from({5, 5}, ring);
  CHECK(ring.empty());
}

TEST(the_bsp_depends_on_its_seed_alone) {
  Random random{22};
  const World world = worlds::scattered_scene(random, 6).world();
  const Bsp one(world, 3), same(world, 3);
  CHECK(one.tree().nodes.size() == same.tree().nodes.size());
  CHECK(one.stats().fragments == same.stats().fragments);
  CHECK(one.stats().segments > 0 && one.stats().fragments >= one.stats().segments);
  CHECK(one.tree().root() == BspNodeId(0) && one.stats().depth < one.stats().fragments);
  const World empty = Scene{worlds::box(0, 0, 1, 1), {}}.world();
  CHECK(Bsp(empty).stats().segments == 4);
}

TEST(visibility_graphs_hold_what_sees_each_other) {
  const World world = room().world();
  const Corners corners(world.mesh());
  const VisibilityGraph full(world, corners, false), pruned(world, corners, true);
  CHECK(full.corner_count() == 4 && full.edge_count() == 4 && pruned.edge_count() == 4);
  CHECK(!full.pruned() && pruned.pruned());

  Random random{23};
  const World many = worlds::scattered_scene(random, 5).world();
  const Corners ends(many.mesh());
  const VisibilityGraph all(many, ends, false), some(many, ends, true, 3);
  CHECK(some.edges() == VisibilityGraph(many, ends, true, 1).edges());
  CHECK(some.edge_count() < all.edge_count() && some.memory() > 0);
  const auto edges = all.edges(), kept = some.edges();
  CHECK(edges.size() == 2 * all.edge_count());
  for (std::size_t i = 0; i < edges.size(); i += 2) {
    CHECK(edges[i] < edges[i + 1]);
    CHECK(straight(many, ends[edges[i]].at, ends[edges[i + 1]].at));
  }
  for (std::size_t i = 0; i < kept.size(); i += 2)
    CHECK(turns(ends[kept[i]], ends[kept[i + 1]].at) && turns(ends[kept[i + 1]], ends[kept[i]].at));
}

TEST(to_left_and_to_right_share_the_neighbours) {
  Random random{24};
  const World world = worlds::scattered_scene(random, 4).world();
  const Corners corners(world.mesh());
  const VisibilityGraph graph(world, corners, true);
  for (const CornerId c : corners.all().ids())
    CHECK(graph.to_left(c).size() + graph.to_right(c).size() == graph.neighbours(c).size());
}

}  // namespace CLEARWAY_TEST_FILE
