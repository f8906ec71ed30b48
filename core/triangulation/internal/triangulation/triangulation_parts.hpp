// The parts of a triangulation, for the algorithms that edit it. Private to the triangulation
// module, except that a Triangulation contains them.
#pragma once

#include "triangulation/constraints.hpp"
#include "triangulation/delaunay_flips.hpp"
#include "triangulation/mesh_edits.hpp"
#include "triangulation/runs.hpp"

namespace clearway {

struct TriangulationParts {
  explicit TriangulationParts(const Chains& chains) : constraints(chains, edits, flips) {}

  MeshEdits edits;
  DelaunayFlips flips{edits};
  Constraints constraints;
  Runs runs{edits, constraints};
  VertexMarks waited;  // suspects that have waited for others in this restore_delaunay()
  // While VertexRemoval joins two edges with different cover beside them, triangles get this cover.
  static constexpr std::uint32_t unknown_cover = 0x7fffffff;
  bool is_cover_unknown = false;
};

}  // namespace clearway
