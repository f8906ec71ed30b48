// Vertices and segments in and out: Delaunay after each edit, and independent of the order.
#include "check.hpp"
#include "fixture.hpp"
#include "triangulation/triangulation.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using triangulations::Fixture;
using worlds::box;

TEST(a_vertex_is_inserted_once) {
  Fixture f;
  const std::size_t empty = f.t.live_triangles();
  CHECK(empty == 2);
  const VertexId v = f.t.insert_vertex({1, 2}, f.any_half_edge());
  CHECK((f.t.mesh.point(v) == Point{1, 2}));
  CHECK(f.t.live_triangles() == empty + 2);
  CHECK(f.t.insert_vertex({1, 2}, f.any_half_edge()) == v);
  CHECK(f.t.live_triangles() == empty + 2);
  CHECK(f.is_constrained_delaunay());
}

TEST(cocircular_points_give_one_mesh_in_every_order) {
  std::vector<Point> points;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) points.push_back({double(x), double(y)});
  Fixture first;
  for (const Point& p : points) first.t.insert_vertex(p, first.any_half_edge());
  CHECK(first.is_constrained_delaunay());
  worlds::Random random{7};
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = points.size(); i > 1; --i)
      std::swap(points[i - 1], points[static_cast<std::size_t>(random.below(int(i)))]);
    Fixture other;
    for (const Point& p : points) other.t.insert_vertex(p, other.any_half_edge());
    CHECK(other.canonical() == first.canonical());
  }
}

TEST(released_vertices_leave_the_mesh) {
  Fixture f;
  worlds::Random random{3};
  std::vector<ObstacleId> posts;
  for (Handle h = 0; h < 60; ++h) {
    const Point p{double(random.below(8)), double(random.below(8))};  // some of them twice
    posts.push_back(f.add(h, Role::post, {&p, 1}));
    CHECK(f.is_constrained_delaunay());
  }
  for (const ObstacleId post : posts) {
    f.remove(post);
    CHECK(f.is_constrained_delaunay());
  }
  CHECK(f.t.live_triangles() == 2);
}

TEST(a_segment_becomes_an_edge_through_other_edges) {
  Fixture f;
  for (int i = 0; i < 6; ++i) {
    f.t.insert_vertex({double(i), 1.0 + 0.1 * i}, f.any_half_edge());
    f.t.insert_vertex({double(i), -1.0 - 0.2 * i}, f.any_half_edge());
  }
  const std::vector<Point> line{{-3, 0}, {9, 0}};
  const ObstacleId wall = f.add(0, Role::wall, line);
  const SegmentId s = f.chains.chains[f.chains.obstacles[wall].first].first_segment();
  const HalfEdgeId e = f.t.find_edge(f.chains.start_of(s), f.chains.end_of(s));
  CHECK(e != none && f.t.mesh.constrained(e));
  CHECK(f.t.owners.list(f.chains.start_of(s), f.chains.end_of(s)) == std::vector{s});
  CHECK(f.constrained_edges() == 1);
  CHECK(f.is_constrained_delaunay());
}

TEST(a_segment_through_vertices_is_laid_along_them) {
  Fixture f;
  for (int i = 1; i < 5; ++i) f.t.use(f.t.insert_vertex({double(i), double(i)}, f.any_half_edge()));
  const std::vector<Point> line{{0, 0}, {5, 5}};
  f.add(0, Role::wall, line);
  CHECK(f.constrained_edges() == 5);
  CHECK(f.is_constrained_delaunay());
}

TEST(a_crossing_is_a_vertex_as_long_as_both_segments_exist) {
  Fixture f;
  const std::vector<Point> across{{0, 5}, {10, 5}}, up{{5, 0}, {5, 10}};
  f.add(0, Role::wall, across);
  const auto alone = f.canonical();
  const ObstacleId second = f.add(1, Role::wall, up);
  CHECK(f.constrained_edges() == 4);
  CHECK(f.is_constrained_delaunay());
  f.remove(second);
  CHECK(f.canonical() == alone);
}

TEST(a_segment_twice_along_an_edge_has_both_owners) {
  Fixture f;
  const std::vector<Point> line{{0, 0}, {4, 0}}, longer{{-2, 0}, {6, 0}};
  const ObstacleId first = f.add(0, Role::wall, line), second = f.add(1, Role::wall, longer);
  const SegmentId s = f.chains.chains[f.chains.obstacles[first].first].first_segment();
  CHECK(f.t.owners.list(f.chains.start_of(s), f.chains.end_of(s)).size() == 2);
  CHECK(f.constrained_edges() == 3);
  f.remove(second);
  CHECK(f.constrained_edges() == 1);
  f.remove(first);
  CHECK(f.constrained_edges() == 0);
  CHECK(f.t.live_triangles() == 2);
}

TEST(touched_triangles_are_those_that_an_edit_changes) {
  Fixture f;
  f.add(0, Role::shell, box(0, 0, 4, 4));
  f.add(1, Role::shell, box(100, 100, 104, 104));
  const auto before = f.canonical();
  f.t.begin_edit();
  const Point p{2, 2};
  f.add(2, Role::post, {&p, 1});
  std::size_t removed = 0, added = 0;
  for (const Triangulation::Touch& touch : f.t.touched()) {
    removed += touch.was_live;
    added += f.t.mesh.is_live(touch.triangle());
  }
  CHECK(removed == 2 && added == 4);  // the box has two triangles, and four around the post
  CHECK(f.canonical().size() == before.size() + added - removed);
}

TEST(after_removals_the_mesh_is_that_of_a_fresh_build) {
  worlds::Random random{11};
  for (int round = 0; round < 40; ++round) {
    const worlds::Scene scene = worlds::integer_scene(random, 8, 12);
    Fixture f, rest;
    std::vector<ObstacleId> made;
    for (std::size_t i = 0; i < scene.pieces.size(); ++i) {
      made.push_back(f.add(Handle(i), scene.pieces[i].role, scene.pieces[i].points));
      CHECK(f.is_constrained_delaunay());
    }
    for (std::size_t i = 0; i < made.size(); i += 2) f.remove(made[i]);
    CHECK(f.is_constrained_delaunay());
    for (std::size_t i = 1; i < made.size(); i += 2)
      rest.add(Handle(i), scene.pieces[i].role, scene.pieces[i].points);
    CHECK(f.canonical() == rest.canonical());
    for (std::size_t i = 1; i < made.size(); i += 2) f.remove(made[i]);
    CHECK(f.t.live_triangles() == 2 && f.constrained_edges() == 0);
  }
}

}  // namespace CLEARWAY_TEST_FILE
