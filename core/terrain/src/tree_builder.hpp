// Dead ends: trees of level-1 triangles (Demyen 2007, 6.2).
#pragma once

#include "clearway/world/world.hpp"
#include "terrain/abstraction_tables.hpp"

namespace clearway {

// The tree behind `portal`, a half-edge of its level-2 root.
void build_tree(const World& world, AbstractionTables& tables, HalfEdgeId portal);
// The tree of a component without a hole, from any of its triangles.
void build_unrooted_tree(const World& world, AbstractionTables& tables, TriangleId first);
// The tree, if any, behind the side of a level-2 triangle that does not lie along its corridor.
void build_side_tree(const World& world, AbstractionTables& tables, const Step& step);

}  // namespace clearway
