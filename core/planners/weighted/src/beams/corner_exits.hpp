// Where paths go on from a corner.
#pragma once

#include <vector>

#include "beam.hpp"

namespace clearway {

// A part of the side opposite to a corner: shares of its length from the left end, seen from the
// corner.
struct CornerExit {
  HalfEdgeId corner;  // from the corner, of the triangle of that side
  double from, to;
};

// `arrived`: the half-edge from the corner in the triangle of the beam that has reached it on
// `ray`. Among triangles of the same factor beside it, the path turns towards the wall or border
// that ends them: only what lies beyond the ray is not seen by the beam. All triangles of other
// factors are open to it, and so are all if the ray has no direction.
void corner_exits(const WeightedMesh& mesh, const VertexSector& sector, HalfEdgeId arrived,
                  const BeamRay& ray, std::vector<CornerExit>& out);

}  // namespace clearway
