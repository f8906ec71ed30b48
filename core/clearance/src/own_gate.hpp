// Gates that are edges of the mesh, from a corner to the vertex at its own foot. Private to the
// clearance module.
#pragma once

#include "repair_state.hpp"

namespace clearway {

// The foot of the edge's origin on the run of its target, a refinement vertex.
Point own_foot(const Triangulation& triangulation, HalfEdgeId edge);

// Whether the edge joins a corner to its own foot (its target, a refinement vertex) and is a gate
// with no other corner on the rim of its disc. Sets `foot`; the finder's `reads` are the triangles
// that the answer depends on.
bool is_own_gate(RepairState& state, HalfEdgeId edge, Point& foot);

}  // namespace clearway
