// Arcs against segments and points, correct to a few units in the last place.
#pragma once

#include "clearway/geometry/segment.hpp"

namespace clearway {

// Angle swept from start to end in the direction of turn, in [0, 2 pi).
double sweep_of(const Segment& arc);

// For an arc of less than half a turn: whether its rounded end is not ahead of its rounded start.
// Then sweep_of() is 0 or nearly a whole turn, and the arc must not be part of a path.
bool is_backwards(const Segment& arc);

// Whether the ray from the centre through p meets the arc.
bool spans(const Segment& arc, const Point& p);

// Distance from the arc to the closed segment ab (a == b: a point).
double arc_distance(const Segment& arc, const Point& a, const Point& b);

// Whether the arc passes from one side of the open segment ab to the other.
bool arc_crosses(const Segment& arc, const Point& a, const Point& b);

}  // namespace clearway
