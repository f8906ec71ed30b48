// The triangles from which a search starts, and in which it ends.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "mesh/location.hpp"

namespace clearway {

// Writes to `out` the free triangles that stand for a located point: one for each side of the walls
// through it. The other free triangles at the point are connected to one of these by portals
// through the point itself. Choice and order depend on coordinates only.
void end_triangles(const Mesh& mesh, const Location& at, std::vector<TriangleId>& out);

}  // namespace clearway
