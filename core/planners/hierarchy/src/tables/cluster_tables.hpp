// What queries read of each cluster, in flat arrays: the edges between its nodes, and the next step
// from each of its triangles towards each of its nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "cluster_field.hpp"
#include "graph/abstract_graph.hpp"
#include "partition/cluster_partition.hpp"
#include "partition/stale_clusters.hpp"

namespace clearway {

struct ClusterTable {
  // An edge as a search sees it. `common`: AbstractGraph::common_clusters(second node, first node).
  struct Hop {
    Index edge : 30, common : 2;
    EdgeId edge_id() const { return EdgeId(edge); }
  };
  std::vector<NodeId> nodes;
  std::vector<Point> positions;
  // A row for each node: to every node the length of its first path (infinity: none) and the edge.
  std::vector<double> lengths;
  std::vector<Hop> hops;

  // The triangles that portals connect with a node. A row for each: for every node the next step
  // (ClusterField::NextStep).
  std::vector<TriangleId> triangles;
  std::vector<float> excess;
  std::vector<std::uint16_t> next;
  // For each node the triangle outside the cluster that the last step leads to; none: the node lies
  // in a triangle of the cluster.
  std::vector<TriangleId> outside;
};

class ClusterTables {
 public:
  const ClusterTable& operator[](ClusterId cluster) const { return tables_[cluster]; }
  std::size_t size() const { return tables_.size(); }
  // The row of a triangle in the table of its cluster; none: it has no next steps.
  Index row(TriangleId slot) const { return row_of_[slot]; }
  std::size_t slots() const { return row_of_.size(); }

  void clear() noexcept;
  void resize(std::size_t slots) { row_of_.resize(slots, none); }
  // Computes the tables of all stale clusters again, and unmarks them. Next steps are for discs of
  // this radius.
  void update(const World& world, const ClusterPartition& partition, AbstractGraph& graph,
              StaleClusters& stale, double radius);
  std::size_t bytes() const;

 private:
  void list_edges(AbstractGraph& graph, ClusterId cluster);
  void compute_next_steps(ClusterField& field, ClusterId cluster);

  IdVector<ClusterId, ClusterTable> tables_;
  IdVector<TriangleId, Index> row_of_;
};

}  // namespace clearway
