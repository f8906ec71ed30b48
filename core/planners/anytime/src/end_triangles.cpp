#include "end_triangles.hpp"

#include "mesh/half_edge_order.hpp"

namespace clearway {

namespace {

void add_if_free(const Mesh& mesh, TriangleId t, std::vector<TriangleId>& out) {
  if (mesh.is_free(t)) out.push_back(t);
}

void add_at_edge(const Mesh& mesh, HalfEdgeId e, std::vector<TriangleId>& out) {
  if (const HalfEdgeId other = mesh.twin(e); other != none && lies_before(mesh, other, e))
    e = other;
  add_if_free(mesh, Mesh::triangle_of(e), out);
  if (mesh.constrained(e)) add_if_free(mesh, Mesh::triangle_of(mesh.twin(e)), out);
}

// Constrained edges divide the triangles around a vertex into sectors: one triangle of each.
void add_at_vertex(const Mesh& mesh, HalfEdgeId at, std::vector<TriangleId>& out) {
  HalfEdgeId first = at;
  for (HalfEdgeId spoke = mesh.rotate_ccw(at); spoke != at; spoke = mesh.rotate_ccw(spoke))
    if (lies_before(mesh, spoke, first)) first = spoke;
  bool is_divided = false;
  HalfEdgeId spoke = first;
  do {
    if (mesh.constrained(spoke)) {
      add_if_free(mesh, Mesh::triangle_of(spoke), out);
      is_divided = true;
    }
    spoke = mesh.rotate_ccw(spoke);
  } while (spoke != first);
  if (!is_divided) add_if_free(mesh, Mesh::triangle_of(first), out);
}

}  // namespace

void end_triangles(const Mesh& mesh, const Location& at, std::vector<TriangleId>& out) {
  out.clear();
  if (at.kind == Location::face)
    add_if_free(mesh, Mesh::triangle_of(at.half_edge), out);
  else if (at.kind == Location::edge)
    add_at_edge(mesh, at.half_edge, out);
  else
    add_at_vertex(mesh, at.half_edge, out);
}

}  // namespace clearway
