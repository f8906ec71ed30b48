// Where a refinement vertex stands, and putting it there. Private to the mesh module.
#pragma once

#include "clearway/mesh/triangulation.hpp"

namespace clearway {

// A step between doubles as large as the coordinates.
double step_of(const Point& a, const Point& b);

// Makes the foot, on the straight wall between these vertices, a refinement vertex of it, or
// finds the one that is there already. `inserted`: whether it is new. none: no double near it
// will do.
Index refine_at(Triangulation& triangulation, Index from, Index to, const Point& foot,
                bool& inserted);

}  // namespace clearway
