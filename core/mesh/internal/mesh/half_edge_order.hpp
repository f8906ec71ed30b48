// An order of half-edges by coordinates. Slots depend on the history of edits, but ties must not:
// otherwise an edited world could answer differently from a fresh one with the same obstacles.
#pragma once

#include <array>

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

// The sides of a triangle, counter-clockwise from the first.
inline std::array<HalfEdgeId, 3> sides_in_order(const Mesh& mesh, TriangleId triangle) {
  const HalfEdgeId first = first_side(mesh, triangle);
  return {first, Mesh::next(first), Mesh::prev(first)};
}

// The same location, with the half-edge that comes first among those that describe it, in a free
// triangle if there is one.
inline Location in_order(const Mesh& mesh, Location at) {
  const auto consider = [&](HalfEdgeId e) {
    const bool is_free = mesh.is_free(Mesh::triangle_of(e)),
               was_free = mesh.is_free(Mesh::triangle_of(at.half_edge));
    if (is_free != was_free ? is_free : lies_before(mesh, e, at.half_edge)) at.half_edge = e;
  };
  const HalfEdgeId given = at.half_edge;
  if (at.kind == Location::face) {
    at.half_edge = first_side(mesh, Mesh::triangle_of(given));
  } else if (at.kind == Location::edge) {
    if (const HalfEdgeId other = mesh.twin(given); other != none) consider(other);
  } else {
    for (HalfEdgeId e = mesh.rotate_ccw(given); e != given && e != none; e = mesh.rotate_ccw(e))
      consider(e);
  }
  return at;
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
