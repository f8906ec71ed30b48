#include "pinched.hpp"

#include <algorithm>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "query/swept_triangles.hpp"

namespace clearway {
namespace {

// Whether the direction from the origin of e towards p points into the triangle of e, its sides
// included.
bool points_into(const Mesh& mesh, HalfEdgeId e, const Point& p) {
  const Point v = mesh.point(mesh.origin(e));
  const Point a = mesh.point(mesh.target(e)), b = mesh.point(mesh.apex(e));
  const int left = orientation(v, a, p), right = orientation(v, b, p);
  if ((left == 0 && direction(v, a, p) < 0) || (right == 0 && direction(v, b, p) < 0)) return false;
  return left >= 0 && right <= 0;
}

// Whether one fan of free triangles around the vertex, not divided by a constrained edge, contains
// both directions.
bool is_open(const Mesh& mesh, VertexId vertex, const Point& before, const Point& after) {
  const HalfEdgeId first = mesh.vertices[vertex].edge;
  std::vector<HalfEdgeId> ring;
  for (HalfEdgeId e = first;;) {
    ring.push_back(e);
    e = mesh.rotate_ccw(e);
    if (e == first || e == none) break;
  }
  // Begin behind a constrained edge, so that no fan wraps around.
  std::size_t shift = 0;
  while (shift < ring.size() && !mesh.constrained(ring[shift])) ++shift;
  if (shift == ring.size()) return true;
  bool from = false, to = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const HalfEdgeId e = ring[(shift + i) % ring.size()];
    if (mesh.constrained(e)) from = to = false;
    if (!mesh.is_free(Mesh::triangle_of(e))) continue;
    from = from || points_into(mesh, e, before);
    to = to || points_into(mesh, e, after);
    if (from && to) return true;
  }
  return false;
}

}  // namespace

bool is_pinched(const World& world, std::span<const Segment> path, const Point& from) {
  const Mesh& mesh = world.mesh();
  bool first = true;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Segment& s = path[i];
    if (s.start == s.end) continue;
    const Point origin = i == 0 ? from : s.start;
    std::vector<TriangleId> around = swept_triangles(world, path.subspan(i, 1), 0.0);
    // Rounding may have put the point where the path was cut beyond the wall that it runs along.
    if (origin != s.start) {
      const Segment back{s.end, s.start, {}, 0.0, 0};
      const std::vector<TriangleId> more = swept_triangles(world, {&back, 1}, 0.0);
      around.insert(around.end(), more.begin(), more.end());
    }
    std::vector<VertexId> corners;
    for (const TriangleId t : around)
      for (const VertexId v : mesh.triangles[t].vertex)
        if (orientation(origin, s.end, mesh.point(v)) == 0 &&
            between(origin, s.end, mesh.point(v)) && direction(s.start, s.end, mesh.point(v)) >= 0)
          corners.push_back(v);
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    for (const VertexId v : corners) {
      const Point p = mesh.point(v);
      // At an end of the path only one direction counts: it must lead into free space.
      Point before = origin, after = s.end;
      if (p == s.start) {
        if (!first) continue;  // the end of the previous segment
        before = after;
      } else if (p == s.end) {
        std::size_t next = i + 1;
        while (next < path.size() && path[next].end == p) ++next;
        after = next == path.size() ? before : path[next].end;
      }
      if (!is_open(mesh, v, before, after)) return true;
    }
    first = false;
  }
  return false;
}

}  // namespace clearway
