#include "hierarchy_data.hpp"

#include "clearway/base/interrupt.hpp"

namespace clearway {

void HierarchyData::clear() noexcept {
  stale.unmark_all();
  partition.clear();
  graph.clear();
  path_index.clear();
  tables.clear();
  changed.clear();
  unchecked.clear();
  ++generation;
  is_partitioned = false;
}

void HierarchyData::reset_to(const World& world,
                             const IdVector<TriangleId, ClusterId>& cluster_of_slot) {
  clear();
  const std::size_t slots = world.mesh().triangles.size();
  path_index.resize(slots);
  tables.resize(slots);
  changed.assign(slots, generation);  // invalidates all older plans
  partition.assign(world.mesh(), cluster_of_slot);
  is_partitioned = true;
  is_lost = false;
}

void HierarchyData::resize(std::size_t slots) {
  partition.resize(slots);
  path_index.resize(slots);
  tables.resize(slots);
  changed.resize(slots, 0);
}

void HierarchyData::place_nodes(const World& world, std::span<const TriangleId> slots) {
  const NodePlacement nodes = placement(world);
  for (const Border& border : borders_of(world.mesh(), partition, slots)) {
    check_interrupt(64);
    nodes.add_nodes(border, graph, generation);
  }
}

void HierarchyData::store_paths(const World& world, std::vector<std::vector<CachedPath>> paths) {
  const InterruptScope uninterrupted(no_check);  // the paths have cost more than storing them
  path_index.resize(world.mesh().triangles.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const EdgeId e = graph.pending()[i];
    if (!graph.edges()[e].is_live() || !graph.edges()[e].is_pending) continue;
    graph.set_paths(e, std::move(paths[i]), generation);
    ++repaired;
    index_paths(world, e);
  }
  graph.drop_pending(paths.size());
}

void HierarchyData::index_paths(const World& world, EdgeId edge) {
  path_index.add(world, graph, edge);
  graph.drop_segments(edge);
}

ChangeGuard::~ChangeGuard() {
  if (is_committed_) return;
  data_.clear();
  data_.is_lost = true;
}

}  // namespace clearway
