// The position of a refinement vertex, and its insertion. Private to the clearance module.
#pragma once

#include "triangulation/triangulation.hpp"

namespace clearway {

// The spacing of doubles at the magnitude of the largest coordinate of a and b.
double step_of(const Point& a, const Point& b);

// Whether a refinement vertex is at the foot, up to rounding.
bool is_at(const Point& vertex, const Point& foot);

// The position of the vertex for this foot on the run along the constrained edge e. A function of
// the run and the foot alone.
Point place_of(const Triangulation& triangulation, HalfEdgeId e, const Point& foot);

// Inserts a refinement vertex at the foot on the run along e, or finds the one that is there
// already (on busy walls: within rounding). The search starts at e. Sets `inserted` to whether the
// vertex is new. Returns none if no double near the foot is suitable.
VertexId refine_at(Triangulation& triangulation, HalfEdgeId e, const Point& foot, bool busy,
                   bool& inserted);

}  // namespace clearway
