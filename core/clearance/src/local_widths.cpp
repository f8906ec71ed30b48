#include "clearance/local_widths.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

double edge_width(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  VertexId v = mesh.origin(e), f = mesh.target(e);
  if (mesh.is_refinement(v)) std::swap(v, f);
  const Point p = mesh.point(v), q = mesh.point(f);
  const double length = distance_below(p, q);
  if (!mesh.is_refinement(f) || mesh.is_refinement(v)) return length;
  HalfEdgeId along = mesh.vertices[f].edge;
  while (!mesh.constrained(along)) along = mesh.rotate_ccw(along);
  const auto [from, to] = t.straight(along);
  const Point foot = nearest_on_segment(from, to, p);
  const double near = tolerance::steps_to_foot * step_of(from, to);
  if (std::abs(foot.x - q.x) > near || std::abs(foot.y - q.y) > near) return length;
  return t.height_below(p, along);
}

bool is_edge_wider(const Triangulation& t, HalfEdgeId e, double limit) {
  const Mesh& mesh = t.mesh;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  if (!mesh.is_refinement(a) && !mesh.is_refinement(b)) {
    const double x = mesh.vertices[b].x - mesh.vertices[a].x,
                 y = mesh.vertices[b].y - mesh.vertices[a].y;
    const double left = x * x + y * y, right = limit * limit;
    if (left > right * (1 + tolerance::length)) return true;
    if (left < right * (1 - tolerance::length)) return false;
  }
  return edge_width(t, e) > limit;
}

double height_over(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  const Point p = mesh.point(mesh.apex(e)), a = mesh.point(mesh.origin(e)),
              b = mesh.point(mesh.target(e));
  if (direction(a, b, p) <= 0 || direction(b, a, p) <= 0) return infinity;
  return t.height_below(p, e);
}

double own_turn_width(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  const HalfEdgeId before = Mesh::prev(e), opposite = Mesh::next(e);
  if (!mesh.is_free(Mesh::triangle_of(e)) || mesh.constrained(e) || mesh.constrained(before))
    return -1.0;
  const double least = std::min(edge_width(t, e), edge_width(t, before));
  return mesh.constrained(opposite) ? std::min(least, height_over(t, opposite)) : least;
}

}  // namespace clearway
