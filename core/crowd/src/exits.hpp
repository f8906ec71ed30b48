// Ways out for agents that do not fit where they are and whose nearest way out is blocked by
// others.
#pragma once

#include <optional>

#include "scene.hpp"

namespace clearway {

// A free point for the disc of an agent, near its nearest one, such that it meets no other disc on
// the straight line to it, nor there, if the others stay where they are. The nearest of some dozens
// of candidates; none if all are blocked. The grid of the scene must be that of the positions now.
std::optional<Point> open_exit(const Scene& scene, AgentId id);

// The agent that stands in the way to its exit, the first by number; none: nobody.
AgentId blocker_of_exit(const Scene& scene, AgentId id);

}  // namespace clearway
