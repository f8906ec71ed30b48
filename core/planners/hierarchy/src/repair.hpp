// Repairs a hierarchy after an edit of the world.
#pragma once

#include <span>

#include "clearway/world/world.hpp"
#include "hierarchy_data.hpp"

namespace clearway {

// After the last edit of the world: new triangles get clusters, nodes that no longer fit are
// removed, borders that have moved get nodes, and edges whose paths may have become illegal or
// improvable are requested. Costs what the edit touched, and a test of every edge if obstacles were
// removed.
void repair(HierarchyData& data, const World& world, const Obstacles& removed,
            std::span<const Handle> added);

}  // namespace clearway
