// The gates that a path crosses.
#pragma once

#include <span>
#include <vector>

#include "query/gate_set.hpp"

namespace clearway {

// A gate, crossed from one side to the other.
struct CrossedGate {
  GateId id;
  bool left_next;  // whether the path goes on to the left of the line from Gate::from to Gate::to
};

// The gates narrower than `below` that lie between start and goal on every path through the
// channel, in the order in which they are met. The channel is given as for DiscFunnel::pull. Cost:
// the triangles of the channel. An end that lies on a gate counts as left of it.
std::vector<CrossedGate> crossed_gates(const GateSet& gates, TriangleId first,
                                       std::span<const HalfEdgeId> portals, const Point& start,
                                       const Point& goal, double below);

}  // namespace clearway
