// Checks the state of a hierarchy from an untrusted source.
#pragma once

#include "clearway/world/world.hpp"
#include "planners/hierarchy/hierarchy_state.hpp"

namespace clearway {

// Throws InvalidInput, which names the element, when an index, count, order, radius or length does
// not fit the mesh or the rest of the state.
void check_state(const Mesh& mesh, const RadiusRange& radii,
                 const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                 const HierarchyState& state);

// Whether this is the state of a hierarchy without clusters, although the mesh has free triangles.
bool is_state_without_clusters(const Mesh& mesh,
                               const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                               const HierarchyState& state);

}  // namespace clearway
