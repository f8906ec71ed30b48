// Corridors and rings: chains of level-2 triangles (Demyen 2007, 6.2 and 6.3).
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "narrowest.hpp"
#include "terrain/abstraction_tables.hpp"

namespace clearway {

class CorridorBuilder {
 public:
  CorridorBuilder(const World& world, AbstractionTables& tables)
      : world_(world), mesh_(world.mesh()), t_(tables), narrowest_(world) {}

  // The corridor that begins at a side of a decision node, with the links of its triangles and ends
  // and the trees beside it.
  StructureId build(HalfEdgeId side);
  // The ring through a level-2 triangle, with the trees beside it.
  void build_ring(TriangleId first);

 private:
  void walk_forward(Corridor& c);
  void walk_backward(Corridor& c);
  void add_triangles(Corridor& c, StructureId id);
  void build_side_trees(const Corridor& c);

  const World& world_;
  const Mesh& mesh_;
  AbstractionTables& t_;
  NarrowestFinder narrowest_;
  std::vector<double> widths_, angles_;  // scratch: of the turns from end[0] to end[1]
};

}  // namespace clearway
