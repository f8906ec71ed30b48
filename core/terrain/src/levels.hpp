// Levels of triangles (Demyen 2007, 6.2): how many sides of a triangle lead on.
#pragma once

#include "terrain/abstraction_tables.hpp"

namespace clearway {

// Sets the level of every live triangle by repeatedly removing leaves of the dual graph: triangles
// with at most one portal to a triangle that is left. What remains has two or three.
void find_levels(const Mesh& mesh, AbstractionTables& tables);

// The side by which a level-2 triangle entered by `in` leads on.
HalfEdgeId find_onward(const Mesh& mesh, const AbstractionTables& tables, HalfEdgeId in);

}  // namespace clearway
