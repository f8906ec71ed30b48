// What the gates on a channel cost.
//
// A gate joins two obstacles, so how often a path crosses it, counted by direction, does not change
// as the path is pulled: the middles of the portals of a channel tell it for every path through the
// channel. A cheapest path crosses no gate twice: along the gate it is shorter.
#pragma once

#include <vector>

#include "planners/anytime/tra_star.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

// The line through the middles of portals.
void add_middles(const Mesh& mesh, const std::vector<HalfEdgeId>& portals,
                 std::vector<Point>& line);

// What the gates cost that the line crosses.
double cost_of_gates(const std::vector<GateCost>& gates, const std::vector<Point>& line);

// For each corridor what its gates cost every path that passes it from one decision node to the
// other. Gates that reach beyond its ends do not count.
std::vector<double> least_gate_costs(const Mesh& mesh, const Abstraction& abstraction,
                                     const std::vector<GateCost>& gates);

}  // namespace clearway
