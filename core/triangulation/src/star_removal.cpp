#include "star_removal.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

// Cuts ears off the star of v by flips until three neighbours are left. If v lies on both diagonals
// of its last four neighbours, no flip is possible; the quadrilateral is then split directly.
void remove_from_mesh(MeshEdits& edits, DelaunayFlips& flips, VertexId v) {
  Mesh& mesh = edits.mesh;
  const auto at = [&](VertexId u) { return mesh.point(u); };
  Index degree = 0;
  HalfEdgeId e = mesh.vertices[v].edge;
  do {
    ++degree;
    e = mesh.rotate_ccw(e);
  } while (e != mesh.vertices[v].edge);

  const Point pv = at(v);
  for (Index misses = 0; degree > 3 && misses <= degree;) {
    const Point d = at(mesh.apex(mesh.twin(e))), p = at(mesh.target(e)), c = at(mesh.apex(e));
    check_interrupt();
    if (orientation(d, p, c) > 0 && orientation(d, c, pv) > 0) {
      flips.mark(Mesh::triangle_of(e));
      flips.mark(Mesh::triangle_of(mesh.twin(e)));
      edits.flip(e);  // e now leads to d
      --degree;
      misses = 0;
    } else {
      e = mesh.rotate_ccw(e);
      ++misses;
    }
  }
  if (degree > 4) throw InternalError("the star of a vertex has no ear to cut");

  VertexId corner[4];
  Index raw[4];
  TriangleId slot[4];
  for (Index i = 0; i < degree; ++i) {
    corner[i] = mesh.target(e);
    raw[i] = mesh.raw_twin(Mesh::next(e));  // corner[i] -> corner[i + 1]
    slot[i] = Mesh::triangle_of(e);
    e = mesh.rotate_ccw(e);
  }
  for (Index i = degree - 2; i < degree; ++i) edits.free_triangle(slot[i]);
  const auto place = [&](TriangleId t, Index i, Index j, Index k) {
    edits.touch(t);
    Triangle& T = mesh.triangles.edit(t);
    T.vertex[0] = corner[i], T.vertex[1] = corner[j], T.vertex[2] = corner[k];
    const Index at_corner[3] = {i, j, k};
    for (Index n = 0; n < 3; ++n)
      mesh.vertices.edit(corner[at_corner[n]]).edge = Mesh::half_edge(t, n);
    flips.mark(t);
  };
  if (degree == 3) {
    place(slot[0], 0, 1, 2);
    for (Index i = 0; i < 3; ++i) edits.glue(Mesh::half_edge(slot[0], i), raw[i]);
  } else {
    const Index s = orientation(at(corner[0]), at(corner[1]), at(corner[2])) > 0 &&
                            orientation(at(corner[0]), at(corner[2]), at(corner[3])) > 0
                        ? 0
                        : 1;
    const Index i = s, j = s + 1, k = s + 2, l = (s + 3) % 4;
    place(slot[0], i, j, k);
    place(slot[1], i, k, l);
    edits.glue(Mesh::half_edge(slot[0], 0), raw[i]);
    edits.glue(Mesh::half_edge(slot[0], 1), raw[j]);
    edits.glue(Mesh::half_edge(slot[1], 1), raw[k]);
    edits.glue(Mesh::half_edge(slot[1], 2), raw[l]);
    edits.glue(Mesh::half_edge(slot[0], 2), Mesh::half_edge(slot[1], 0).number());
  }
  edits.free_vertex(v);
}

}  // namespace clearway
