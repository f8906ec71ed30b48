// Where a point's path touches obstacles on both sides at one place.
#pragma once

#include <span>

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

// Whether a path of lines, legal but for this, passes through a vertex of the mesh at which
// obstacles meet from both sides: what touches is closed. Vertices on the path are found
// exactly.
bool is_pinched(const World& world, std::span<const Segment> path);

}  // namespace clearway
