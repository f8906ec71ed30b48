// Doors that are open to one side. In the mesh they are walls, so that no query passes them the
// wrong way; find_path(), find_paths() and reachable() between points pass them as they are open.
//
// A path is first searched as if they were open to both sides. If it passes them as they are open,
// it is the shortest path. Otherwise the answer is the best path that keeps them closed, or crosses
// them at right angles in one of several points: legal, and not proved shortest; its lower bound is
// that of the first search. Places, distances, widths, hierarchies and anytime searches take them
// for closed.
#pragma once

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

}  // namespace clearway
