#include "line_walk.hpp"

#include "clearway/base/error.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

HalfEdgeId leave(const Mesh& mesh, VertexId u, const Point& from, const Point& to,
                 HalfEdgeId& along) {
  along = none;
  const HalfEdgeId first = mesh.vertices[u].edge;
  HalfEdgeId e = first;
  int right = orientation(from, to, mesh.point(mesh.target(e)));
  do {
    if (right == 0 && direction(mesh.point(u), to, mesh.point(mesh.target(e))) > 0) {
      along = e;
      return none;
    }
    const int left = orientation(from, to, mesh.point(mesh.apex(e)));
    if (right < 0 && left > 0) return Mesh::next(e);
    right = left;
    e = mesh.rotate_ccw(e);
  } while (e != first);
  throw InternalError("no triangle at a vertex contains the direction of a segment");
}

}  // namespace clearway
