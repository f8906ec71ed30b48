// Triangle widths (Demyen 2007, 4.1, Algorithms 1 to 3): the distance from a corner to the nearest
// obstacle in the region between its two sides.
//
// Kept for comparison. They are not sufficient: a corner that reaches towards a wall from beyond a
// side of the triangle is not always between its sides, so these widths admit discs that do not fit
// (Kallmann 2010, Figure 7). The searches use Clearance::turn_width.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// The width at the origin of half-edge e in its triangle. Also computed if one of the two sides is
// constrained (6.3.5). -1 if the triangle is not free. Rounded.
double demyen_width(const Mesh& mesh, HalfEdgeId e);

}  // namespace clearway
