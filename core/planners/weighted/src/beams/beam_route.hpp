// The route of a node of the goal.
#pragma once

#include <vector>

#include "node.hpp"
#include "route.hpp"

namespace clearway {

// The crossings on the way to the goal, nodes[last]; `first`: the triangle where it starts. Around
// corners the route crosses the sides that start there.
std::vector<RouteCrossing> route_of(const WeightedMesh& mesh,
                                    const IdVector<BeamNodeId, BeamNode>& nodes, BeamNodeId last,
                                    const Point& goal, TriangleId& first);

}  // namespace clearway
