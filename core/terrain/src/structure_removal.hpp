// Removes structures from the tables of an abstraction. Their triangles join the region of a
// repair.
#pragma once

#include <vector>

#include "repair_region.hpp"
#include "terrain/abstraction_tables.hpp"

namespace clearway {

class StructureRemoval {
 public:
  StructureRemoval(AbstractionTables& tables, RepairRegion& region) : t_(tables), region_(region) {}

  // All structures of which a triangle is a part, by its level in the tables: of a decision node
  // its three corridors.
  void remove_at(TriangleId triangle);
  void remove_decision(TriangleId triangle);
  // Nothing if there is none.
  void remove_corridor(StructureId corridor);
  void remove_tree(StructureId tree);

  // Decision nodes that have lost a corridor; with repeats.
  const std::vector<TriangleId>& opened() const { return opened_; }
  // Labels of the decision nodes removed; with repeats.
  const std::vector<ComponentId>& lost_labels() const { return lost_labels_; }

 private:
  void clear_side(HalfEdgeId side);
  void clear_steps(Index first, Index count);

  AbstractionTables& t_;
  RepairRegion& region_;
  std::vector<TriangleId> opened_;
  std::vector<ComponentId> lost_labels_;
};

}  // namespace clearway
