// Portals between free triangles, for the hierarchy.
#pragma once

#include "clearway/mesh/mesh.hpp"
#include "geometry/construction.hpp"

namespace clearway {

inline bool is_portal(const Mesh& mesh, HalfEdgeId e) {
  return !mesh.constrained(e) && mesh.twin(e) != none && mesh.is_free(Mesh::triangle_of(e)) &&
         mesh.is_free(Mesh::triangle_of(mesh.twin(e)));
}

inline Point middle_of_portal(const Mesh& mesh, HalfEdgeId e) {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
  return {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
}

inline double length_of_portal(const Mesh& mesh, HalfEdgeId e) {
  return distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
}

}  // namespace clearway
