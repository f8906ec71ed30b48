// Typed ids of the mesh.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using TriangleId = Id<struct TriangleTag>;
using HalfEdgeId = Id<struct HalfEdgeTag>;
using VertexId = Id<struct VertexTag>;

}  // namespace clearway
