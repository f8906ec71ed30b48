// An order of half-edges by coordinates. Slots depend on the history of edits, but ties must not:
// otherwise an edited world could answer differently from a fresh one with the same obstacles.
#pragma once

#include "base/heap.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

// Orders by origin, then by target. No two half-edges are equal.
inline bool lies_before(const Mesh& mesh, HalfEdgeId e, HalfEdgeId f) {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.origin(f));
  return a != b ? before(a, b) : before(mesh.point(mesh.target(e)), mesh.point(mesh.target(f)));
}

// The side of a triangle that comes first in this order.
inline HalfEdgeId first_side(const Mesh& mesh, TriangleId triangle) {
  HalfEdgeId out = Mesh::half_edge(triangle, 0);
  for (Index i = 1; i < 3; ++i)
    if (lies_before(mesh, Mesh::half_edge(triangle, i), out)) out = Mesh::half_edge(triangle, i);
  return out;
}

// Orders heap entries of half-edges by estimate; ties are broken by coordinates.
struct ByPlace {
  const Mesh* mesh;
  bool operator()(const Entry<HalfEdgeId>& a, const Entry<HalfEdgeId>& b) const {
    if (a.estimate == b.estimate) [[unlikely]]
      return lies_before(*mesh, a.item, b.item);
    return a.estimate < b.estimate;
  }
};

}  // namespace clearway
