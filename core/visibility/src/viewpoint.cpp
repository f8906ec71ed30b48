#include "visibility/viewpoint.hpp"

namespace clearway {

void list_exits(const Mesh& mesh, const Location& at, std::vector<HalfEdgeId>& exits) {
  exits.clear();
  const HalfEdgeId e = at.half_edge;
  const auto is_free = [&](HalfEdgeId h) { return mesh.is_free(Mesh::triangle_of(h)); };
  if (at.kind == Location::face) {
    if (is_free(e)) exits = {e, Mesh::next(e), Mesh::prev(e)};
  } else if (at.kind == Location::edge) {
    const HalfEdgeId t = mesh.twin(e);
    for (const HalfEdgeId side : {e, t})
      if (is_free(side)) exits.insert(exits.end(), {Mesh::next(side), Mesh::prev(side)});
    if (exits.size() == 2) exits.push_back(none);
  } else {
    HalfEdgeId begin = e;
    do {
      const HalfEdgeId before = mesh.rotate_cw(begin);
      if (is_free(begin) && !is_free(before)) break;
      begin = before;
    } while (begin != e);
    HalfEdgeId f = begin;
    do {
      if (is_free(f))
        exits.push_back(Mesh::next(f));
      else if (!exits.empty() && exits.back() != none)
        exits.push_back(none);
      f = mesh.rotate_ccw(f);
    } while (f != begin);
  }
}

}  // namespace clearway
