#include "corners.hpp"

#include "clearway/geometry/predicates.hpp"

namespace clearway {

void PointCorners::look_around(VertexId corner) {
  Corner& out = corners_[corner];
  const HalfEdgeId begin = mesh_.vertices[corner].edge;
  int sectors = 0;
  HalfEdgeId e = begin;
  do {
    // A sector lies between its first wall and the next one, counter-clockwise.
    if (mesh_.constrained(e)) {
      const VertexId end = mesh_.target(e);
      if (mesh_.is_free(Mesh::triangle_of(e))) {
        ++sectors;
        out.walls[0] = end;
      }
      if (mesh_.is_free(Mesh::triangle_of(mesh_.twin(e)))) out.walls[1] = end;
    }
    if (steps_.is_restricted()) {
      for (const HalfEdgeId turn : {e, Mesh::next(e), Mesh::prev(e)}) {
        if (!steps_.is_shut(turn)) continue;
        out.kind = shut;
        return;
      }
    }
    e = mesh_.rotate_ccw(e);
  } while (e != begin);
  out.kind = sectors == 0 ? post : sectors == 1 ? sector : several;
  if (sectors == 1) {
    const Point a = mesh_.point(out.walls[0]), b = mesh_.point(out.walls[1]);
    const int turn = orientation(out.at, a, b);
    if (turn > 0 || (turn == 0 && direction(out.at, a, b) < 0)) out.kind = blunt;
  }
}

}  // namespace clearway
