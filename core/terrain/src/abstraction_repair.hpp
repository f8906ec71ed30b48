// Repair of an abstraction after edits.
//
// Structures with a triangle that was removed, added or measured again, or that is next to such a
// one, are removed; their triangles and the new ones are the region. LevelRepair finds the new
// levels. It may change levels outside the region: the structures of those triangles are removed,
// too. Then the structures of the region are built again, and the components labelled.
#pragma once

#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "level_repair.hpp"
#include "repair_region.hpp"
#include "structure_removal.hpp"
#include "terrain/abstraction_tables.hpp"

namespace clearway {

class AbstractionRepair {
 public:
  AbstractionRepair(const World& world, AbstractionTables& tables);

  // As Abstraction::update.
  void run(std::span<const TriangleId> touched);

 private:
  void remove_touched(std::span<const TriangleId> touched);
  void remove_changed(const LevelRepair& levels);
  void remove_trees_of_lost_roots();
  std::vector<StructureId> build_corridors();
  void build_trees();
  void compact_path();

  const World& world_;
  const Mesh& mesh_;
  AbstractionTables& t_;
  RepairRegion region_;
  StructureRemoval removal_;
};

}  // namespace clearway
