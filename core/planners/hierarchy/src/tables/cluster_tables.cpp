#include "cluster_tables.hpp"

#include <limits>

#include "clearway/base/interrupt.hpp"

namespace clearway {

void ClusterTables::clear() noexcept {
  tables_.clear();
  row_of_.clear();
}

void ClusterTables::list_edges(AbstractGraph& graph, ClusterId cluster) {
  ClusterTable& table = tables_[cluster];
  table.nodes = graph.nodes_in(cluster);
  const std::size_t count = table.nodes.size();
  table.positions.resize(count);
  table.lengths.assign(count * count, std::numeric_limits<double>::infinity());
  table.hops.resize(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    graph.set_row(table.nodes[i], cluster, static_cast<Index>(i));
    table.positions[i] = graph.nodes()[table.nodes[i]].position;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const NodeId node = table.nodes[i];
    for (const AbstractGraph::Link& link : graph.links(node)) {
      if (!graph.nodes()[link.to].is_in(cluster)) continue;
      const std::size_t at = i * count + graph.row(link.to, cluster);
      table.lengths[at] = link.length;
      table.hops[at] = {link.edge.number(), graph.common_clusters(link.to, node)};
    }
  }
}

void ClusterTables::compute_next_steps(ClusterField& field, ClusterId cluster) {
  ClusterTable& table = tables_[cluster];
  const std::size_t count = table.nodes.size();
  field.collect_triangles(cluster, table.positions, table.triangles, row_of_);
  table.excess.resize(table.triangles.size() * count);
  table.next.resize(table.excess.size());
  table.outside.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t at = k;
    for (const ClusterField::NextStep& step :
         field.compute(cluster, table.positions[k], table.triangles, row_of_, table.outside[k])) {
      table.excess[at] = static_cast<float>(step.excess);
      table.next[at] = step.next;
      at += count;
    }
  }
}

void ClusterTables::update(const World& world, const ClusterPartition& partition,
                           AbstractGraph& graph, StaleClusters& stale, double radius) {
  if (tables_.size() < partition.clusters().size()) tables_.resize(partition.clusters().size());
  // First in all clusters, since a triangle may have moved from one to another.
  for (const ClusterId c : stale.list()) {
    if (!stale.is_shape_stale(c)) continue;
    for (const TriangleId t : tables_[c].triangles) row_of_[t] = none;
    tables_[c].triangles.clear();
  }
  ClusterField field(world, partition.by_slot(), radius);
  for (const ClusterId c : stale.list()) {
    check_interrupt(static_cast<std::uint32_t>(16 * partition.clusters()[c].size + 1));
    list_edges(graph, c);
    if (stale.is_shape_stale(c)) compute_next_steps(field, c);
  }
  stale.unmark_all();
}

std::size_t ClusterTables::bytes() const {
  std::size_t out = row_of_.capacity() * sizeof(Index);
  for (const ClusterTable& t : tables_)
    out += sizeof(ClusterTable) + t.nodes.capacity() * sizeof(NodeId) +
           t.positions.capacity() * sizeof(Point) +
           t.lengths.capacity() * (sizeof(double) + sizeof(ClusterTable::Hop)) +
           (t.triangles.capacity() + t.outside.capacity()) * sizeof(TriangleId) +
           t.excess.capacity() * (sizeof(float) + sizeof(std::uint16_t));
  return out;
}

}  // namespace clearway
