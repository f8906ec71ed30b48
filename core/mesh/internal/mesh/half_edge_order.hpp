// An order of half-edges by coordinates. Slots depend on the history of edits; ties must not, or a
// world would answer differently from a fresh one with the same obstacles.
#pragma once

#include "base/heap.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

// By origin, then by target. No two half-edges are equal.
inline bool lies_before(const Mesh& mesh, HalfEdgeId e, HalfEdgeId f) {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.origin(f));
  return a != b ? before(a, b) : before(mesh.point(mesh.target(e)), mesh.point(mesh.target(f)));
}

// The side of a triangle that lies first.
inline HalfEdgeId first_side(const Mesh& mesh, TriangleId triangle) {
  HalfEdgeId out = Mesh::half_edge(triangle, 0);
  for (Index i = 1; i < 3; ++i)
    if (lies_before(mesh, Mesh::half_edge(triangle, i), out)) out = Mesh::half_edge(triangle, i);
  return out;
}

// Entries of half-edges, ties by place.
struct ByPlace {
  const Mesh* mesh;
  bool operator()(const Entry<HalfEdgeId>& a, const Entry<HalfEdgeId>& b) const {
    if (a.estimate == b.estimate) [[unlikely]]
      return lies_before(*mesh, a.item, b.item);
    return a.estimate < b.estimate;
  }
};

}  // namespace clearway
