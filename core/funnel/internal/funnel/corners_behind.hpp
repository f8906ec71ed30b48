// Corners that a disc can touch through a side of a triangle.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/flood.hpp"

namespace clearway {

// The circumcircle of a triangle contains no vertex that is visible from inside the triangle (the
// mesh is constrained Delaunay). Whether the circumcircle of the triangle of `side` contains the
// whole strip beside it: all points nearer than `deep` to the side, on the triangle's side, whose
// projection lies between its ends. The chord perpendicular to the side at an end has the length
// length(side) * cot(angle at the apex).
inline bool is_strip_empty(const Mesh& mesh, HalfEdgeId side, double deep) {
  const Point p = mesh.point(mesh.apex(side)), a = mesh.point(mesh.origin(side)),
              b = mesh.point(mesh.target(side));
  const Vector u = a - p, v = b - p;
  return dot(u, v) * length(b - a) >= deep * (1 + tolerance::product_filter) * cross(u, v);
}

// Calls visit(vertex) for the corners beyond the unconstrained side `exit` that a disc can touch
// while its centre is still before that side, and perhaps for some more. Such a disc contains no
// vertex and protrudes through every side between its centre and the corner. It does not protrude
// through a side whose opposite angle is not acute: the circumcircle of that triangle would contain
// the protruding part. `queue` is scratch.
template <class Visit>
void for_each_corner_behind(const Mesh& mesh, HalfEdgeId exit, double radius,
                            std::vector<HalfEdgeId>& queue, Visit visit) {
  const auto at = [&](VertexId v) { return mesh.point(v); };
  const auto is_sharp = [&](HalfEdgeId e) {
    const Point p = at(mesh.apex(e));
    const Vector u = at(mesh.origin(e)) - p, v = at(mesh.target(e)) - p;
    return dot(u, v) > -tolerance::acute_filter * (dot(u, u) + dot(v, v));
  };
  if (!is_sharp(exit) || is_strip_empty(mesh, mesh.twin(exit), radius)) return;
  const Point a = at(mesh.origin(exit)), b = at(mesh.target(exit));
  const Vector along = b - a;
  const double wide = length(along);
  const double deep =
      wide >= 2 * radius ? radius : radius - std::sqrt(radius * radius - 0.25 * wide * wide);
  const double bound = deep * wide * (1 + tolerance::product_filter);
  queue.assign(1, mesh.twin(exit));
  // Where many triangles meet in a vertex, the queue gets long: then a set records its members.
  constexpr std::size_t few = 24;
  std::optional<TriangleSet> seen;
  const auto is_new = [&](TriangleId triangle) {
    if (queue.size() < few)
      return triangle != Mesh::triangle_of(exit) &&
             std::none_of(queue.begin(), queue.end(),
                          [&](HalfEdgeId h) { return Mesh::triangle_of(h) == triangle; });
    if (!seen) {
      seen.emplace().insert(Mesh::triangle_of(exit));
      for (const HalfEdgeId h : queue) seen->insert(Mesh::triangle_of(h));
    }
    return seen->insert(triangle);
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const HalfEdgeId h = queue[i];
    const VertexId v = mesh.apex(h);
    if (-cross(along, at(v) - a) < bound) visit(v);
    for (const HalfEdgeId e : {Mesh::next(h), Mesh::prev(h)}) {
      if (mesh.constrained(e) || !is_sharp(e)) continue;
      const Point p = at(mesh.origin(e)), q = at(mesh.target(e));
      if (-cross(along, p - a) >= bound && -cross(along, q - a) >= bound) continue;  // too deep
      if (p == a || q == a || p == b || q == b) {
        const Vector side = p == a || p == b ? q - p : p - q;
        if ((p == a || q == a ? 1 : -1) * rounded_ahead(side, along) <= 0) continue;
      } else if (distance(p, q, a, b) >= deep * (1 + tolerance::product_filter)) {
        continue;
      }
      const HalfEdgeId twin = mesh.twin(e);
      if (is_new(Mesh::triangle_of(twin))) queue.push_back(twin);
    }
  }
}

}  // namespace clearway
