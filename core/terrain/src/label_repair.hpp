// New component labels of decision nodes after structures have been built again.
//
// The nodes at the ends of the new corridors form groups connected by these. A group keeps the one
// label that its nodes have, or gets a new one if they have none. If a group has two labels,
// components have merged; if a label is in two groups, its component may have split. Then every
// decision node connected with a group is visited and labelled again.
#pragma once

#include <utility>
#include <vector>

#include "terrain/abstraction_tables.hpp"

namespace clearway {

class LabelRepair {
 public:
  // lost_labels: of triangles that were decision nodes. Those that no decision node has now are
  // freed.
  LabelRepair(AbstractionTables& tables, std::vector<ComponentId> lost_labels)
      : t_(tables), lost_(std::move(lost_labels)) {}

  void run(const std::vector<StructureId>& new_corridors);

 private:
  using Group = std::size_t;  // the number of one of its nodes
  void find_groups(const std::vector<StructureId>& new_corridors);
  Group group_of(std::size_t node);
  bool keep_labels(const std::vector<std::pair<ComponentId, Group>>& held);
  void label_connected();
  void free_lost();

  AbstractionTables& t_;
  std::vector<ComponentId> lost_;
  std::vector<TriangleId> nodes_;  // sorted
  std::vector<Group> parent_;      // union-find over nodes_
};

}  // namespace clearway
