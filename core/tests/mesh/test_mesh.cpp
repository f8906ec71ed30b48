// Half-edges, and point location.
#include "check.hpp"
#include "clearway/mesh/ids.hpp"
#include "clearway/mesh/mesh.hpp"
#include "mesh/location.hpp"
#include "world/access.hpp"
#include "world/input_side.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

template <class Visit>
void for_each_half_edge(const Mesh& mesh, Visit visit) {
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const TriangleId t(i);
    if (!mesh.is_live(t)) continue;
    for (Index side = 0; side < 3; ++side) visit(t, Mesh::half_edge(t, side));
  }
}

}  // namespace

TEST(half_edges_go_round_their_triangle) {
  for (const TriangleId t : {TriangleId(0), TriangleId(5), TriangleId(123456)})
    for (Index side = 0; side < 3; ++side) {
      const auto e = Mesh::half_edge(t, side);
      CHECK(Mesh::triangle_of(e) == t && Mesh::side_of(e) == side);
      CHECK(Mesh::triangle_of(Mesh::next(e)) == t && Mesh::triangle_of(Mesh::prev(e)) == t);
      CHECK(Mesh::side_of(Mesh::next(e)) == (side + 1) % 3);
      CHECK(Mesh::prev(Mesh::next(e)) == e && Mesh::next(Mesh::next(e)) == Mesh::prev(e));
    }
}

TEST(every_half_edge_agrees_with_its_twin) {
  Random random{5};
  const World world = worlds::integer_scene(random, 12, 15).world();
  const Mesh& mesh = world.mesh();
  int rim = 0;
  for_each_half_edge(mesh, [&](auto t, auto e) {
    CHECK(orientation(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)),
                      mesh.point(mesh.apex(e))) > 0);
    const auto twin = mesh.twin(e);
    if (twin == none) {
      ++rim;
      CHECK(mesh.touches_frame(t) && mesh.rotate_cw(e) == none);
      return;
    }
    CHECK(mesh.twin(twin) == e && mesh.constrained(twin) == mesh.constrained(e));
    CHECK(mesh.origin(twin) == mesh.target(e) && mesh.target(twin) == mesh.origin(e));
    CHECK(mesh.origin(mesh.rotate_cw(e)) == mesh.origin(e));
    const auto left = mesh.rotate_ccw(e);
    if (left != none) CHECK(mesh.origin(left) == mesh.origin(e) && mesh.rotate_cw(left) == e);
    const auto other = Mesh::triangle_of(twin);
    if (mesh.constrained(e)) return;
    CHECK(mesh.is_free(t) == mesh.is_free(other));  // cover changes across constraints only
    CHECK(mesh.portal(other, t) == e && mesh.portal(t, other) == twin);
  });
  CHECK(rim == 4);
}

TEST(portal_of_triangles_that_share_no_open_side) {
  const World world = worlds::Scene{worlds::box(0, 0, 4, 4), {}}.world();
  const Mesh& mesh = world.mesh();
  const auto inside = Mesh::triangle_of(world.locate({1, 2}).half_edge);
  const auto outside = Mesh::triangle_of(world.locate({-1, 2}).half_edge);
  CHECK(mesh.is_free(inside) && !mesh.is_free(outside));
  CHECK(mesh.portal(inside, outside) == none && mesh.portal(inside, inside) == none);
}

TEST(location_says_face_edge_or_vertex) {
  const worlds::Scene scene{worlds::box(0, 0, 8, 8), {{Role::shell, worlds::box(2, 2, 6, 6)}}};
  const World world = scene.world();
  const Mesh& mesh = world.mesh();
  const Location corner = world.locate({2, 2});
  CHECK(corner.kind == Location::vertex);
  CHECK(mesh.point(mesh.origin(corner.half_edge)) == Point{2, 2});
  const Location side = world.locate({4.25, 2});
  if (side.kind == Location::edge) CHECK(mesh.constrained(side.half_edge));
  CHECK(side.kind != Location::face);
  CHECK(world.locate({0.75, 3.5}).kind != Location::vertex);
}

TEST(location_from_anywhere_is_the_same) {
  Random random{6};
  const World world = worlds::scattered_scene(random, 5).world();
  const Mesh& mesh = world.mesh();
  std::vector<HalfEdgeId> starts;
  for_each_half_edge(mesh, [&](auto, auto e) { starts.push_back(e); });
  for (int i = 0; i < 200; ++i) {
    const Point p{random.real(-1, 6), random.real(-1, 6)};
    const auto from = starts[static_cast<std::size_t>(random.below(int(starts.size())))];
    const Location found = walk(mesh, p, from);
    CHECK(found.is_exact && holds(mesh, Mesh::triangle_of(found.half_edge), p));
    CHECK(holds(mesh, Mesh::triangle_of(world.locate(p).half_edge), p));
    const auto hint = sectors_of(world).hint(mesh, p);
    CHECK(mesh.is_live(Mesh::triangle_of(hint)));
    CHECK(walk(mesh, p, hint).kind == found.kind);
  }
  CHECK(!holds(mesh, Mesh::triangle_of(world.locate({1, 1}).half_edge), {-3, -3}));
}

// Walls that cross are bent at their rounded crossings: points on them are off, or are not.
TEST(a_location_is_exact_unless_the_point_is_off) {
  Random random{8};
  worlds::Scene scene{worlds::box(0, 0, 8, 8), {}};
  for (int i = 0; i < 40; ++i)
    scene.pieces.push_back(
        {Role::wall,
         {{random.real(0, 8), random.real(0, 8)}, {random.real(0, 8), random.real(0, 8)}}});
  const World world = scene.world();
  int off = 0, exact = 0;
  for (int i = 0; i < 20000; ++i) {
    const worlds::Piece& wall = scene.pieces[std::size_t(random.below(40))];
    const double t = random.real(0, 1);
    const Point a = wall.a(0), b = wall.b(0);
    const Point p{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    const Location at = world.locate(p);
    const bool is_known_off = is_found_off(world.mesh(), at, p);
    CHECK(is_off(world.mesh(), at, p) == is_known_off);
    CHECK(!(at.is_exact && is_known_off));
    off += is_known_off;
    exact += at.is_exact;
  }
  CHECK(off > 100 && exact > 100);
}

TEST(sectors_are_stale_once_the_mesh_has_grown) {
  Random random{7};
  const World world = worlds::scattered_scene(random, 4).world();
  Sectors sectors;
  sectors.rebuild(world.mesh(), {0, 0}, {4, 4});
  const std::size_t live = world.stats().triangles;
  CHECK(!sectors.is_stale(live) && sectors.is_stale(100 * live) && sectors.memory() > 0);
}

}  // namespace CLEARWAY_TEST_FILE
