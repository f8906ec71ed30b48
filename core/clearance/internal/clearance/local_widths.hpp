// Widths of one triangle and of its sides, without the gates charged to it.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class Triangulation;

// The width of an unconstrained edge: its length, or, if it joins a corner to its own foot, the
// distance of that corner from the wall. Rounded down.
double edge_width(const Triangulation& triangulation, HalfEdgeId e);
// Whether edge_width() > limit; faster than computing it.
bool is_edge_wider(const Triangulation& triangulation, HalfEdgeId e, double limit);
// The height of e's triangle over the constrained side e; infinity if the foot is not inside e.
double height_over(const Triangulation& triangulation, HalfEdgeId e);
// The turn width at the origin of e (Clearance::turn_width), without charges.
double own_turn_width(const Triangulation& triangulation, HalfEdgeId e);

}  // namespace clearway
