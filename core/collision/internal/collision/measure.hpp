// Measures a path against the obstacles as given; independent of the mesh.
#pragma once

#include <span>
#include <vector>

#include "clearway/collision/verdict.hpp"
#include "clearway/geometry/segment.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

// Cost: segments of the path times segments of the obstacles, pruned by boxes.
Verdict measure(const std::vector<InputChain>& chains, std::span<const Segment> path);

}  // namespace clearway
