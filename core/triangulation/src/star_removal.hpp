// Removes a vertex without constrained edges from the mesh. Private to the triangulation module.
#pragma once

#include "triangulation/delaunay_flips.hpp"
#include "triangulation/mesh_edits.hpp"

namespace clearway {

// Linear in the degree of v, for most vertices. Marks the triangles that fill the star.
void remove_from_mesh(MeshEdits& edits, DelaunayFlips& flips, VertexId v);

}  // namespace clearway
