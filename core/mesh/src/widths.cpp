#include "mesh/widths.hpp"

#include <algorithm>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"

namespace clearway {

namespace {

// Whether the foot of c on the line through the side's ends lies strictly between them.
bool faces(const Mesh& mesh, const Point& c, HalfEdgeId e) {
  const Point u = mesh.point(mesh.origin(e)), v = mesh.point(mesh.target(e));
  return direction(u, v, c) > 0 && direction(v, u, c) > 0;
}

}  // namespace

double demyen_width(const Mesh& mesh, HalfEdgeId e) {
  const TriangleId triangle = Mesh::triangle_of(e);
  if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) return -1.0;
  const Point c = mesh.point(mesh.origin(e));
  double width =
      std::min(distance(c, mesh.point(mesh.target(e))), distance(c, mesh.point(mesh.apex(e))));
  std::vector<HalfEdgeId> open{Mesh::next(e)};
  while (!open.empty()) {
    const HalfEdgeId side = open.back();
    open.pop_back();
    if (!faces(mesh, c, side)) continue;
    const double away = distance(c, mesh.point(mesh.origin(side)), mesh.point(mesh.target(side)));
    if (away > width) continue;
    if (mesh.constrained(side)) {
      width = away;
    } else {
      const HalfEdgeId beyond = mesh.twin(side);
      open.push_back(Mesh::prev(beyond));
      open.push_back(Mesh::next(beyond));
    }
  }
  return width;
}

}  // namespace clearway
