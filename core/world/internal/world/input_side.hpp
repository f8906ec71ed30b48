// Rounded crossings and refinement vertices bend walls by the last bit. A point that close to one
// can lie on different sides of the edge and of the wall as given; the wall decides.
#pragma once

#include "clearway/world/world.hpp"

namespace clearway {

// `at` is where p lies by the mesh. The triangle beside whose walls p lies as given: then a face,
// though p is off the triangle by the rounding; or the edge, when p is on the wall itself. As it
// was when no wall is bent over p, when walls that share an edge disagree, and at vertices: a
// place that is a rounded crossing counts as one on all walls that meet there.
Location unbend(const World& world, const Point& p, const Location& at);

// Where p lies by the mesh; and whether World::locate says otherwise.
Location locate_in_mesh(const World& world, const Point& p);
bool is_bent_over(const World& world, const Point& p);

// Whether p, located at `at`, is off the triangles it is said to be in.
bool is_off(const Mesh& mesh, const Location& at, const Point& p);

// p, or where it is off triangle t by rounding a point of t close to it.
Point brought_into(const Mesh& mesh, TriangleId t, const Point& p);

// Whether p is so near to the line of half-edge e that its wall may be bent over p.
bool may_bend(const Mesh& mesh, HalfEdgeId e, const Point& p);

}  // namespace clearway
