// Doors that are open to one side. In the mesh they are walls; queries pass them as they are open.
// For a disc the centre counts.
//
// A path is first searched as if they were open to both sides. If it surely passes them as they are
// open, it is the shortest path. Otherwise an overlay is searched in which they are (src/
// directed_walks.hpp): for points the shortest path, proved, for discs a legal one and a bound.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clearway/geometry/segment.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// Those that are open, as the world (or the variant) sees them; ascending.
std::vector<Handle> open_one_way_doors(const WorldReading& reading);

// Whether the centre of a disc on this path passes one of them to the wrong side, by more than
// rounding. Exactly at an end of the door it passes beside it, unless a wall leads on from there.
// Arcs are taken as polylines, with 100 points per radian.
bool passes_wrong_way(const WorldReading& reading, std::span<const Segment> path);

// Whether the path passes these doors only as they are open, beyond doubt: it crosses them inside,
// and touches them nowhere. False does not mean that it passes one the wrong way.
bool passes_surely(const WorldReading& reading, std::span<const Segment> path);

// The variant in which they are open to both sides; null if none is open.
std::shared_ptr<SharedWorld> without_directions(const WorldReading& reading);

// The door that a straight line first passes to the wrong side, and where, as a fraction of the
// line.
struct DoorCrossing {
  Handle door;
  double fraction;
};
std::optional<DoorCrossing> first_wrong_crossing(const WorldReading& reading, const Point& from,
                                                 const Point& to);

}  // namespace clearway
