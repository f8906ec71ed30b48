#include "corner_surroundings.hpp"

namespace clearway {

CornerSurroundings::Kind CornerSurroundings::find(VertexId corner) const {
  const HalfEdgeId begin = mesh_.vertices[corner].edge;
  int sectors = 0;
  HalfEdgeId e = begin;
  do {
    sectors += mesh_.constrained(e) && mesh_.is_free(Mesh::triangle_of(e));
    if (steps_.is_restricted())
      for (const HalfEdgeId turn : {e, Mesh::next(e), Mesh::prev(e)})
        if (steps_.is_shut(turn)) return shut;
    e = mesh_.rotate_ccw(e);
  } while (e != begin);
  return sectors == 0 ? post : sectors == 1 ? sector : several;
}

}  // namespace clearway
