// Rounded crossings and refinement vertices bend walls by the last bit. A point that close to a
// wall can lie on different sides of the mesh edge and of the wall as given. The wall as given
// decides.
#pragma once

#include "clearway/world/world.hpp"

namespace clearway {

// Corrects `at`, the location of p in the mesh, for the walls as given. Returns the triangle on p's
// side of the walls, as a face, although p lies outside it by the rounding error; or the edge if p
// is exactly on the wall. Returns `at` unchanged if no wall is bent across p, if walls that share
// an edge disagree, and at vertices: a point at a rounded crossing counts as lying on all walls
// that meet there.
Location correct_for_input(const World& world, const Point& p, const Location& at);

// The location of p in the mesh; and whether World::locate differs from it.
Location locate_in_mesh(const World& world, const Point& p);
bool is_bent_over(const World& world, const Point& p);

// Whether p, located at `at`, lies outside the triangles of that location.
bool is_found_off(const Mesh& mesh, const Location& at, const Point& p);
inline bool is_off(const Mesh& mesh, const Location& at, const Point& p) {
  return !at.is_exact && is_found_off(mesh, at, p);
}

// p, or a point of triangle t close to p if p lies outside t by rounding. p also if t is so thin
// that no such point has coordinates of its own.
Point brought_into(const Mesh& mesh, TriangleId t, const Point& p);

// Whether p is so near to the line of half-edge e that its wall may be bent across p.
bool may_bend(const Mesh& mesh, HalfEdgeId e, const Point& p);

}  // namespace clearway
