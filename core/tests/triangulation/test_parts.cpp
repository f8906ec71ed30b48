// The parts of a triangulation: chains, owners of edges, flips, runs of refinement vertices, cover.
#include "check.hpp"
#include "fixture.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/cover.hpp"
#include "triangulation/cover_sweep.hpp"
#include "triangulation/edge_owners.hpp"
#include "triangulation/mesh_edits.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using triangulations::Fixture;
using worlds::box;

TEST(chains_are_found_by_handle_and_reuse_their_place) {
  Chains chains;
  const ObstacleId first = chains.allocate(40, 2);
  const ChainId chain = chains.obstacles[first].first;
  chains.allocate_chain(chain, first, Role::shell, 4);
  chains.allocate_chain(chain + 1, first, Role::wall, 3);
  CHECK(chains.size() == 1 && chains.find(40) == first && chains.find(41) == none);
  const Chain ring = chains.chains[chain], wall = chains.chains[chain + 1];
  CHECK(ring.is_ring() && ring.segment_count() == 4);
  CHECK(!wall.is_ring() && wall.segment_count() == 2);
  for (Index i = 0; i < 4; ++i) chains.point_vertex.edit(ring.first + i) = VertexId(10 + i);
  const SegmentId last = ring.first_segment() + 3;
  CHECK(chains.chain_of(last) == chain);
  CHECK(chains.start_of(last) == VertexId(13) && chains.end_of(last) == VertexId(10));
  const std::size_t points = chains.point_chain.size();
  chains.release(first);
  CHECK(chains.size() == 0 && chains.find(40) == none);
  const ObstacleId second = chains.allocate(7, 2);
  chains.allocate_chain(chains.obstacles[second].first, second, Role::shell, 4);
  chains.allocate_chain(chains.obstacles[second].first + 1, second, Role::wall, 3);
  CHECK(chains.point_chain.size() == points);
  CHECK(chains.find(7) == second);
}

TEST(owners_are_counted_modulo_two) {
  EdgeOwners owners;
  const VertexId a(1), b(2), m(3);
  std::vector<SegmentId> all;
  for (Index i = 0; i < 50; ++i) {
    CHECK(owners.toggle(a, b, SegmentId((i * 37) % 101)));
    all.push_back(SegmentId((i * 37) % 101));
  }
  std::sort(all.begin(), all.end());
  CHECK(owners.list(b, a) == all && owners.first(a, b) == all[0]);
  CHECK(owners.entries() == 50 && owners.edges() == 1);
  CHECK(owners.count(a, b, all[10], all[20].number() - all[10].number()) == 10);
  CHECK(owners.has(a, b, all[7]));
  owners.toggle(a, b, all[7]);
  CHECK(!owners.has(a, b, all[7]));
  all.erase(all.begin() + 7);
  owners.split(a, b, m);
  CHECK(owners.list(a, b).empty() && owners.list(a, m) == all && owners.list(m, b) == all);
  for (const SegmentId s : all) CHECK(owners.toggle(a, m, s) == (s != all.back()));
  CHECK(owners.edges() == 1 && owners.entries() == all.size());
}

TEST(a_flip_of_a_flip_is_the_same_edge) {
  MeshEdits edits;
  edits.begin_edit();
  const Mesh& m = edits.mesh;
  TriangleId live(0);
  while (!m.is_live(live)) ++live;
  // Slot 0 or 1 of the frame: its middle lies inside.
  Point middle{0, 0};
  for (const VertexId v : m.triangles[live].vertex) {
    middle.x += m.point(v).x / 3;
    middle.y += m.point(v).y / 3;
  }
  const MeshEdits::Split split = edits.split_face(live, middle);
  CHECK(split.count == 3 && edits.live_triangles() == 4);
  HalfEdgeId inner = none;
  for (const HalfEdgeId e : split)
    if (m.twin(e) != none) inner = e;
  CHECK(inner != none);
  const VertexId a = m.origin(inner), b = m.target(inner), c = m.apex(inner),
                 d = m.apex(m.twin(inner));
  const auto joins = [&](HalfEdgeId e, VertexId u, VertexId v) {
    return std::minmax(m.origin(e), m.target(e)) == std::minmax(u, v) && m.twin(m.twin(e)) == e;
  };
  edits.flip(inner);
  const HalfEdgeId flipped = Mesh::next(inner);
  CHECK(joins(flipped, c, d));
  edits.flip(flipped);
  CHECK(joins(Mesh::next(flipped), a, b));
  CHECK(edits.live_triangles() == 4);
}

TEST(a_flipped_mesh_becomes_delaunay_again) {
  Fixture f;
  for (const Point& p : box(0, 0, 4, 4)) f.t.insert_vertex(p, f.any_half_edge());
  f.t.insert_vertex({6, 2}, f.any_half_edge());
  const auto delaunay = f.canonical();
  const VertexId p = f.t.insert_vertex({5, 1}, f.any_half_edge());
  CHECK(f.is_constrained_delaunay() && f.canonical() != delaunay);
  f.t.use(p);
  f.t.release(p);
  f.t.restore_delaunay();
  CHECK(f.canonical() == delaunay);
}

TEST(refinement_vertices_belong_to_the_run_of_their_wall) {
  Fixture f;
  const std::vector<Point> line{{0, 0}, {8, 0}};
  const ObstacleId wall = f.add(0, Role::wall, line);
  const auto plain = f.canonical();
  const SegmentId s = f.chains.chains[f.chains.obstacles[wall].first].first_segment();
  const VertexId a = f.chains.start_of(s), b = f.chains.end_of(s);
  const VertexId v = f.t.refine(f.t.find_edge(a, b), {4, 0}, false);
  CHECK(v != none);
  const VertexId w = f.t.refine(f.t.find_edge(v, b), {6, 0}, true);
  f.t.restore_delaunay();
  CHECK(f.t.refinements() == 2 && f.t.mesh.is_refinement(v));
  const Triangulation::Run& run = f.t.run_of(w);
  CHECK(run.vertices == 2 && run.busy == 1);
  CHECK((f.t.run_ends(f.t.find_edge(v, w)) == std::pair{a, b}));
  CHECK((f.t.run_ends(f.t.find_edge(w, v)) == std::pair{b, a}));
  CHECK(f.t.before(f.t.find_edge(v, w)) == f.t.find_edge(a, v));
  CHECK((f.t.straight(f.t.find_edge(v, w)) == std::pair{line[0], line[1]}));
  CHECK(f.t.height_below({5, 3}, f.t.find_edge(v, w)) == 3);
  CHECK(f.t.refine(f.t.find_edge(a, v), {2, 1e9}, false) == none);  // far outside
  f.t.retract_run(v);
  f.t.restore_delaunay();
  CHECK(f.t.refinements() == 0 && f.canonical() == plain);
}

TEST(a_point_beside_a_wall_removes_its_refinement_vertices) {
  Fixture f;
  const std::vector<Point> line{{0, 0}, {8, 0}};
  const ObstacleId wall = f.add(0, Role::wall, line);
  const SegmentId s = f.chains.chains[f.chains.obstacles[wall].first].first_segment();
  const HalfEdgeId e = f.t.find_edge(f.chains.start_of(s), f.chains.end_of(s));
  CHECK(f.t.refine(e, {4, 0}, false) != none);
  f.t.restore_delaunay();
  const Point on{4, 0};
  f.add(1, Role::post, {&on, 1});
  CHECK(f.t.refinements() == 0);
  CHECK(f.constrained_edges() == 2 && f.is_constrained_delaunay());
}

TEST(cover_is_that_of_the_even_odd_rule) {
  Fixture f;
  std::vector<Point> ring = box(0, 0, 10, 10);
  const ObstacleId square = f.add(0, Role::shell, ring);
  // A ring that crosses itself: two triangles that meet at (25, 5).
  const std::vector<Point> bow{{20, 0}, {30, 10}, {30, 0}, {20, 10}};
  const ObstacleId crossed = f.add(1, Role::shell, bow);
  const auto area = [&](const std::vector<TriangleId>& triangles) {
    double sum = 0;
    const Mesh& m = f.t.mesh;
    for (const TriangleId t : triangles) {
      const auto& v = m.triangles[t].vertex;
      const Point a = m.point(v[0]), b = m.point(v[1]), c = m.point(v[2]);
      sum += 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    return sum;
  };
  CoverFinder finder(f.t, f.chains);
  const auto parts = finder.parts(square, false), halves = finder.parts(crossed, false);
  CHECK(parts.size() == 1 && area(parts[0]) == 100);
  CHECK(halves.size() == 1 && area(halves[0]) == 50);
  // The sweep finds the same triangles.
  const auto swept = sweep_cover(f.t, f.chains);
  std::vector<TriangleId> covered;
  for (const TriangleId t : f.t.mesh.triangles.ids())
    if (f.t.mesh.is_live(t) && swept[t] != 0) covered.push_back(t);
  CHECK(area(covered) == 150);
  CHECK(covered.size() == parts[0].size() + halves[0].size());
}

}  // namespace CLEARWAY_TEST_FILE
