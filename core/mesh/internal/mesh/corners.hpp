// The corner of a triangle between two of its sides.
#pragma once

#include <cmath>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// The half-edge that starts at the corner where two different sides of one triangle meet.
inline HalfEdgeId corner_between(HalfEdgeId in, HalfEdgeId out) {
  return out == Mesh::next(in) ? out : in;
}

// The interior angle there, in radians.
inline double angle_between(const Mesh& mesh, HalfEdgeId in, HalfEdgeId out) {
  const HalfEdgeId e = corner_between(in, out);
  const Point c = mesh.point(mesh.origin(e)), a = mesh.point(mesh.target(e)),
              b = mesh.point(mesh.apex(e));
  const double ux = a.x - c.x, uy = a.y - c.y, vx = b.x - c.x, vy = b.y - c.y;
  return std::atan2(std::abs(ux * vy - uy * vx), ux * vx + uy * vy);
}

}  // namespace clearway
