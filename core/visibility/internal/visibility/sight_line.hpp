// A line of sight: the vertices exactly on a ray, as far as a point can move along it.
//
// The rule is that of raycast (query/raycast.hpp): grazing is no contact. Where the line runs
// through vertices or along walls there must be free space on at least one side of it, the same
// side until it has passed between two obstacles; obstacles that touch leave no gap. raycast has
// one end; this collects the vertices on an endless ray. It decides the cases that wedges cannot
// decide: directions in which two vertices lie behind one another.
#pragma once

#include <vector>

#include "geometry/exact_direction.hpp"
#include "visibility/corners.hpp"
#include "visibility/viewpoint.hpp"

namespace clearway {

// A vertex that is seen, and the triangles through which the line reaches it, as half-edges that
// start at the vertex; none: no second triangle. There are two where the line runs along an edge.
struct Seen {
  VertexId vertex;
  HalfEdgeId through[2];
};

// Appends the vertices on the ray from the viewpoint in a direction, in order of distance.
void sight_line(const Mesh& mesh, const Corners& corners, const Viewpoint& from,
                const ExactDirection& towards, std::vector<Seen>& seen);

}  // namespace clearway
