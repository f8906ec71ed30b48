// The channel of a disc's path, found by walking through the mesh along its lines and arcs.
#pragma once

#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

// `near` is a half-edge of a triangle that contains the path's start. Writes the half-edges by
// which triangles are entered, in order, to `portals`. Where the path leaves a triangle by the
// portal through which it entered, both crossings are omitted, so that the portals describe only
// how the path lies among the obstacles. False if a crossed side is constrained: the path does not
// belong to this mesh. The path should keep some distance from every vertex; a line through a
// vertex passes it on either side, or the result is false.
bool find_channel(const Mesh& mesh, HalfEdgeId near, std::span<const Segment> path,
                  std::vector<HalfEdgeId>& portals);

}  // namespace clearway
