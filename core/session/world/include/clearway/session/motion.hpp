// Planning in time in a shared world.
#pragma once

#include "clearway/motion/safe_intervals.hpp"
#include "clearway/session/shared_field.hpp"

namespace clearway {

// find_motion() with the shortest paths of a field: its goal must be the goal's node and its radius
// that of the query. The edges of the graph must be legal in the world; the answer belongs to the
// version that the field has at the call, and Refused is thrown if there is an edit meanwhile.
MotionAnswer find_motion(const SharedField& field, const Reservations& reservations,
                         const Roadmap& graph, const MotionQuery& query);

// The same without a field: the heuristic is the straight distance, and each shortest path is
// searched when its node is expanded. Pays off if few nodes are expanded.
MotionAnswer find_motion(const SharedWorld& world, const Reservations& reservations,
                         const Roadmap& graph, const MotionQuery& query);

}  // namespace clearway
