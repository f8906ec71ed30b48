// The verifier: measures a path against the obstacles as given. No other module links it, and it
// shares no code with the mesh.
#pragma once

#include <span>

#include "clearway/collision/verdict.hpp"
#include "clearway/geometry/segment.hpp"
#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

// Links are not walked: the pieces between them are measured, and each must begin where it is free.
// `bounds` is World::bounds(). Cost: segments of the path times segments of the
// obstacles, pruned by boxes.
Verdict verify(const Obstacles& bounds, const Obstacles& obstacles, std::span<const Segment> path);

}  // namespace clearway
