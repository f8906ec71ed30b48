#include "query/swept_triangles.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/flood.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

double apart(const Segment& s, const Point& a, const Point& b) {
  return s.turn != 0 ? arc_distance(s, a, b) : distance(s.start, s.end, a, b);
}

double size_of(const Segment& s) {
  return std::max(
      {std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y), s.radius});
}

}  // namespace

std::vector<TriangleId> swept_triangles(const World& world, std::span<const Segment> path,
                                        double radius) {
  const Mesh& mesh = world.mesh();
  std::vector<TriangleId> out;
  for (const Segment& s : path) {
    if (s.is_link()) continue;
    const double reach = radius + tolerance::path_point * (size_of(s) + radius);
    const Location at = world.locate(s.start);
    // A point on a wall has triangles on both sides; the path runs through the free ones.
    for_each_triangle_at(mesh, at, [&](TriangleId first) {
      if (!mesh.is_free(first)) return;
      out.push_back(first);
      flood(
          mesh, first, [](VertexId) { return true; },
          [&](HalfEdgeId e) {
            if (mesh.constrained(e)) return Side::wall;
            const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
            if (apart(s, a, b) > reach) return Side::wall;
            out.push_back(Mesh::triangle_of(mesh.twin(e)));
            return Side::pass;
          });
    });
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace clearway
