// Where a leg may end so that the next one continues without a new corner.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

// Cuts a path along the channel of the plan, which begins at the position and whose first `settled`
// segments are settled: for a point at a corner where the path turns, for a disc within a line
// between two arcs; of several, nearest to `subgoal`. The position moves to the end. False: there
// is no such place, and nothing changes.
bool cut_leg(const Mesh& mesh, const Plan& plan, const Point& subgoal, std::size_t settled,
             PlanPosition& position, std::vector<Segment>& path);

}  // namespace clearway
