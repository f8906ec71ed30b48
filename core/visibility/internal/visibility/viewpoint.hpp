// The point from which visibility is computed.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "visibility/corners.hpp"

namespace clearway {

// With a corner, only the corner's sector is seen; without, every free triangle that contains the
// point.
struct Viewpoint {
  Point at;
  Location where;
  CornerId corner = none;
};

// Replaces `exits` by the sides opposite to a point of the free triangles that contain it,
// counter-clockwise. `none` stands for one or more blocked triangles, and comes last if there are
// any.
void list_exits(const Mesh& mesh, const Location& at, std::vector<HalfEdgeId>& exits);

}  // namespace clearway
