// Hops through doors that are open to one side, and the ends of queries beside them.
#pragma once

#include <vector>

#include "clearway/geometry/segment.hpp"
#include "clearway/session/shared_world.hpp"
#include "tables.hpp"

namespace clearway {

// Ways through these doors, for a disc: at right angles where that is free, in several points of
// each free stretch.
std::vector<Hop> door_hops(const WorldReading& reading, const WorldReading& relaxed, double radius);

// Points where the disc fits if the doors are walls, and from where a straight line leads to p, or
// from p if it `leaves`, that passes no door the wrong way. p alone if it fits there. None: it does
// not fit at p, or lies close to a door in a place that is too narrow.
std::vector<Point> stand_ins(const WorldReading& reading, const WorldReading& relaxed,
                             const Point& p, double radius, bool leaves);

// Whether a line or arc of a path meets one of the doors.
bool meets_one_way_door(const WorldReading& reading, const Segment& piece);

}  // namespace clearway
