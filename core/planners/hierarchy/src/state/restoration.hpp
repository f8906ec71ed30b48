// A hierarchy as plain data, and back.
#pragma once

#include "clearway/world/world.hpp"
#include "hierarchy_data.hpp"
#include "planners/hierarchy/hierarchy_state.hpp"

namespace clearway {

// Pending edges are left out.
HierarchyState state_of(const AbstractGraph& graph);

// Hierarchy::restore() has the contract.
void restore(HierarchyData& data, const World& world,
             const IdVector<TriangleId, ClusterId>& cluster_of_slot, HierarchyState state);

}  // namespace clearway
