// The triangles around a located point, and whether the point is free.
#pragma once

#include "mesh/location.hpp"

namespace clearway {

// Calls visit(triangle) once for each triangle whose closure contains the location `at`: one, the
// two beside an edge, or the fan of a vertex.
template <class Visit>
void for_each_triangle_at(const Mesh& mesh, const Location& at, Visit visit) {
  const HalfEdgeId first = at.half_edge;
  visit(Mesh::triangle_of(first));
  if (at.kind == Location::edge) {
    if (const HalfEdgeId other = mesh.twin(first); other != none) visit(Mesh::triangle_of(other));
  } else if (at.kind == Location::vertex) {
    for (HalfEdgeId e = mesh.rotate_ccw(first); e != first && e != none; e = mesh.rotate_ccw(e))
      visit(Mesh::triangle_of(e));
  }
}

// Whether the location lies in the closed free space.
inline bool touches_free(const Mesh& mesh, const Location& at) {
  bool free = false;
  for_each_triangle_at(mesh, at, [&](TriangleId t) { free = free || mesh.is_free(t); });
  return free;
}

// Whether the location lies in free space and on no obstacle: inside a free triangle or on an
// unconstrained edge between two.
inline bool is_clear(const Mesh& mesh, const Location& at) {
  if (at.kind == Location::vertex) return false;
  if (at.kind == Location::edge && mesh.constrained(at.half_edge)) return false;
  return mesh.is_free(Mesh::triangle_of(at.half_edge));
}

}  // namespace clearway
