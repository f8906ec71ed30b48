// The half-edges that start at a vertex, counter-clockwise from the vertex's first one.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// Whether holds(half_edge) for all of them; stops at the first for which it does not. The vertex
// must not lie on the frame. Linear in its degree.
template <class Holds>
bool all_edges_at(const Mesh& mesh, VertexId v, Holds holds) {
  const HalfEdgeId first = mesh.vertices[v].edge;
  HalfEdgeId e = first;
  do {
    if (!holds(e)) return false;
    e = mesh.rotate_ccw(e);
  } while (e != first);
  return true;
}

template <class Visit>
void for_each_edge_at(const Mesh& mesh, VertexId v, Visit visit) {
  all_edges_at(mesh, v, [&](HalfEdgeId e) {
    visit(e);
    return true;
  });
}

}  // namespace clearway
