// The channel of a disc's path, found by walking the mesh along its lines and arcs.
#pragma once

#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

// `near` is a half-edge of a triangle that holds the path's start. Puts the half-edges by
// which triangles are entered, in order, in `portals`; where the path leaves a triangle by the
// portal it came by, both crossings are left out, so that the portals say how the path lies
// among the obstacles and nothing else. False when a side crossed is constrained: the path
// is not one of this mesh. For paths that keep some distance from every vertex; a line that
// passes one goes round it on either side, or the answer is false.
bool trace(const Mesh& mesh, Index near, std::span<const Segment> path,
           std::vector<Index>& portals);

}  // namespace clearway
