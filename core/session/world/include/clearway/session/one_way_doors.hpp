// Doors that are open to one side. In the mesh they are walls; queries pass them as they are open.
// For a disc the centre counts.
//
// A path is first searched as if they were open to both sides. If it passes them as they are open,
// it is the shortest path. Otherwise the answer is the best path that keeps them closed, or crosses
// them at right angles in one of several points, pulled tight afterwards: legal, and not proved
// shortest; its lower bound is that of the first search.
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

// Whether the centre of a disc on this path passes one of them to the wrong side. Arcs are taken as
// polylines, with 100 points per radian.
bool passes_wrong_way(const WorldReading& reading, std::span<const Segment> path);

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
