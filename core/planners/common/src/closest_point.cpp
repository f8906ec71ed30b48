#include "planners/common/closest_point.hpp"

#include <algorithm>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "mesh/triangles_at.hpp"
#include "query/nudge.hpp"

namespace clearway {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

bool is_in(const World& world, const Point& p, const IdVector<TriangleId, char>& reached) {
  bool in = false;
  for_each_triangle_at(world.mesh(), world.locate(p), [&](TriangleId t) { in |= reached[t] != 0; });
  return in;
}

}  // namespace

std::optional<Point> closest_point(const World& world, const Point& p,
                                   const IdVector<TriangleId, char>& reached) {
  const Mesh& mesh = world.mesh();
  HalfEdgeId best = none;
  double least = std::numeric_limits<double>::infinity();
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!reached[t]) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!mesh.constrained(e)) continue;
      const double d = distance(p, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
      if (d < least) least = d, best = e;
    }
  }
  if (best == none) return std::nullopt;
  const Point a = mesh.point(mesh.origin(best)), b = mesh.point(mesh.target(best));
  const Point q = in_domain(nearest_on_segment(a, b, p));
  const double size = std::max({std::abs(q.x), std::abs(q.y), min_coordinate});
  const double edge_length = std::max(distance(a, b), std::numeric_limits<double>::min());
  const Point inwards{(a.y - b.y) / edge_length, (b.x - a.x) / edge_length};
  if (const auto moved = nudge(q, inwards, size * epsilon,
                               [&](const Point& x) { return is_in(world, x, reached); }))
    return moved;
  return compare_distances(p, a, b) <= 0 ? a : b;
}

}  // namespace clearway
