// Where a line leaves a vertex of the mesh. Private to the triangulation module.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// The first half-edge that the line from -> to crosses beyond vertex u. If an edge at u lies on
// the line instead, returns none and sets `along` to that edge.
HalfEdgeId leave(const Mesh& mesh, VertexId u, const Point& from, const Point& to,
                 HalfEdgeId& along);

}  // namespace clearway
