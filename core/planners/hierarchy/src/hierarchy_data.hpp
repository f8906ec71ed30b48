// The parts of a hierarchy, and the changes that involve several of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "graph/abstract_graph.hpp"
#include "graph/node_placement.hpp"
#include "graph/path_index.hpp"
#include "partition/cluster_partition.hpp"
#include "partition/stale_clusters.hpp"
#include "tables/cluster_tables.hpp"

namespace clearway {

struct HierarchyData {
  HierarchyData(const RadiusRange& range, Index nodes_per_border, double path_tolerance)
      : radii(range), per_border(nodes_per_border), tolerance(path_tolerance) {}
  HierarchyData(const HierarchyData&) = delete;
  HierarchyData& operator=(const HierarchyData&) = delete;

  // Forgets everything; an exact search answers every query until the next reset_to().
  void clear() noexcept;
  // Starts again with these clusters, without nodes.
  void reset_to(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot);
  // After the mesh has grown.
  void resize(std::size_t slots);
  // Chooses nodes on the borders that these triangles are part of.
  void place_nodes(const World& world, std::span<const TriangleId> slots);
  NodePlacement placement(const World& world) const {
    return {world, radii, per_border, partition.triangles()};
  }
  // Stores the paths of the first pending edges.
  void store_paths(const World& world, std::vector<std::vector<CachedPath>> paths);
  // Makes the paths of an edge known to later edits.
  void index_paths(const World& world, EdgeId edge);

  const RadiusRange radii;
  const Index per_border;
  const double tolerance;

  StaleClusters stale;
  ClusterPartition partition{stale};
  AbstractGraph graph{radii, stale};
  PathIndex path_index;
  ClusterTables tables;
  IdVector<TriangleId, std::uint64_t> changed;  // by slot: generation of the last edit there
  // Clusters that edits have changed since they were last checked for their shape; with
  // repetitions.
  std::vector<ClusterId> unchecked;
  std::uint64_t generation = 0;
  std::size_t repaired = 0, recuts = 0;
  bool is_partitioned = false, is_lost = false;
};

// Guards a change of a hierarchy, which has too many parts to undo it: unless commit() is called,
// the hierarchy is emptied at the end of the scope, and is lost (Hierarchy::is_lost).
class ChangeGuard {
 public:
  explicit ChangeGuard(HierarchyData& data) : data_(data) {}
  ~ChangeGuard();
  ChangeGuard(const ChangeGuard&) = delete;
  ChangeGuard& operator=(const ChangeGuard&) = delete;
  void commit() { is_committed_ = true; }

 private:
  HierarchyData& data_;
  bool is_committed_ = false;
};

}  // namespace clearway
