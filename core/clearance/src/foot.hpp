// Where a refinement vertex stands, and putting it there. Private to the mesh module.
#pragma once

#include "triangulation/triangulation.hpp"

namespace clearway {

// A step between doubles as large as the coordinates.
double step_of(const Point& a, const Point& b);

// Whether a refinement vertex is the foot, but for rounding.
bool is_at(const Point& vertex, const Point& foot);

// Where the foot's vertex on the run along the constrained edge e belongs: a function of the
// run and the foot.
Point place_of(const Triangulation& triangulation, HalfEdgeId e, const Point& foot);

// Makes the foot a refinement vertex of the run along e, or finds the one that is there already
// (of busy walls: within rounding); the search starts at e. `inserted`: whether it is new. none:
// no double near it will do.
VertexId refine_at(Triangulation& triangulation, HalfEdgeId e, const Point& foot, bool busy,
                   bool& inserted);

}  // namespace clearway
