#include "planners/hierarchy/hierarchy.hpp"

#include <new>

#include "hierarchy_data.hpp"
#include "partition/degraded_regions.hpp"
#include "repair.hpp"
#include "state/restoration.hpp"
#include "state/validation.hpp"

namespace clearway {

Hierarchy::Hierarchy(const RadiusRange& radii, Index per_border, double tolerance)
    : data_(std::make_unique<HierarchyData>(radii, per_border, tolerance)) {}
Hierarchy::~Hierarchy() = default;

void Hierarchy::abandon() noexcept {
  const RadiusRange radii = data_->radii;
  const Index per_border = data_->per_border;
  const double tolerance = data_->tolerance;
  new (data_.get()) HierarchyData(radii, per_border, tolerance);
}

const RadiusRange& Hierarchy::radii() const { return data_->radii; }
double Hierarchy::tolerance() const { return data_->tolerance; }
std::uint64_t Hierarchy::generation() const { return data_->generation; }
bool Hierarchy::is_lost() const { return data_->is_lost; }

void Hierarchy::partition(const World& world,
                          const IdVector<TriangleId, ClusterId>& cluster_of_slot) {
  ChangeGuard change(*data_);
  data_->reset_to(world, cluster_of_slot);
  std::vector<TriangleId> all;
  for (const TriangleId t : world.mesh().triangles.ids()) all.push_back(t);
  data_->place_nodes(world, all);
  change.commit();
}

std::size_t Hierarchy::pending() const { return data_->graph.pending().size(); }

std::vector<Hierarchy::PendingEdge> Hierarchy::pending_edges(std::size_t max_count) const {
  const AbstractGraph& graph = data_->graph;
  std::vector<PendingEdge> out;
  for (const EdgeId e : graph.pending()) {
    if (out.size() == max_count) break;
    const AbstractGraph::Edge& edge = graph.edges()[e];
    // The answer for an edge that was removed since does not matter: an empty range of radii.
    if (!edge.is_live()) {
      out.push_back({{}, {}, {1.0, 0.0, 0.0}});
      continue;
    }
    out.push_back({node_position(edge.u), node_position(edge.v), data_->radii});
    if (!data_->radii.is_one()) out.back().radii.most = graph.max_radius(edge);
  }
  return out;
}

void Hierarchy::store(const World& world, std::vector<std::vector<CachedPath>> paths) {
  ChangeGuard change(*data_);
  data_->store_paths(world, std::move(paths));
  change.commit();
}

void Hierarchy::prepare_queries(const World& world) {
  ChangeGuard change(*data_);
  data_->tables.update(world, data_->partition, data_->graph, data_->stale, data_->radii.least);
  change.commit();
}

bool Hierarchy::is_ready() const { return pending() == 0 && data_->stale.list().empty(); }

void Hierarchy::edited(const World& world, const Obstacles& removed,
                       std::span<const Handle> added) {
  ++data_->generation;
  if (!data_->is_partitioned) return;  // an exact search answers every query
  ChangeGuard change(*data_);
  repair(*data_, world, removed, added);
  change.commit();
}

bool Hierarchy::has_unchecked_clusters() const { return !data_->unchecked.empty(); }

std::vector<DegradedRegion> Hierarchy::degraded_regions(const World& world) {
  std::vector<DegradedRegion> out =
      find_degraded_regions(world.mesh(), data_->partition, data_->unchecked);
  data_->unchecked.clear();
  return out;
}

void Hierarchy::recut(const World& world, const DegradedRegion& region,
                      std::span<const std::int32_t> part_of) {
  ChangeGuard change(*data_);
  ClusterPartition& partition = data_->partition;
  ++data_->generation;
  ++data_->recuts;
  for (const ClusterId c : region.clusters) {
    const std::vector<NodeId> nodes = data_->graph.nodes_in(c);  // a copy: the list shrinks
    for (const NodeId node : nodes) data_->graph.remove_node(node, data_->generation);
  }
  std::vector<ClusterId> clusters = region.clusters;
  for (ClusterId fresh = partition.clusters().end_id(); clusters.size() < region.parts; ++fresh)
    clusters.push_back(fresh);
  for (std::size_t i = 0; i < region.slots.size(); ++i)
    partition.move(region.slots[i], clusters[static_cast<std::size_t>(part_of[i])]);
  for (const TriangleId t : region.slots) partition.count_cuts_around(world.mesh(), t);
  for (const ClusterId c : clusters)
    if (c.number() < partition.clusters().size()) partition.set_base(c);
  data_->place_nodes(world, region.slots);
  change.commit();
}

HierarchyState Hierarchy::state() const { return state_of(data_->graph); }

void Hierarchy::restore(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                        HierarchyState state) {
  clearway::restore(*data_, world, cluster_of_slot, std::move(state));
}

Point Hierarchy::node_position(NodeId node) const { return data_->graph.nodes()[node].position; }
std::vector<NodeId> Hierarchy::live_nodes() const { return data_->graph.live_nodes(); }
std::vector<std::pair<NodeId, NodeId>> Hierarchy::live_edges(double radius) const {
  return data_->graph.live_edges(radius);
}
double Hierarchy::length(NodeId u, NodeId v, double radius) const {
  return data_->graph.length(u, v, radius);
}
ClusterId Hierarchy::cluster_of(TriangleId slot) const { return data_->partition.of(slot); }
double Hierarchy::stretch() const { return data_->graph.stretch(); }
HierarchyQuality Hierarchy::quality() const { return data_->partition.quality(); }

HierarchyStats Hierarchy::stats() const {
  HierarchyStats out{};
  static_cast<HierarchyQuality&>(out) = quality();
  Index largest = 0;
  for (const ClusterPartition::Cluster& c : data_->partition.clusters())
    largest = std::max(largest, c.size);
  out.nodes = data_->graph.live_node_count();
  for (const AbstractGraph::Edge& edge : data_->graph.edges()) {
    out.edges += !edge.paths.empty();
    out.cached_paths += edge.paths.size();
  }
  out.repaired = data_->repaired;
  out.recuts = data_->recuts;
  out.cut = data_->partition.cuts() / 2;
  out.balance = out.triangles ? static_cast<double>(largest) * static_cast<double>(out.clusters) /
                                    static_cast<double>(out.triangles)
                              : 1.0;
  out.bytes = sizeof(HierarchyData) + data_->partition.bytes() + data_->graph.bytes() +
              data_->path_index.bytes() + data_->tables.bytes() +
              data_->changed.capacity() * sizeof(std::uint64_t);
  return out;
}

void Hierarchy::validate(const World& world) const { clearway::validate(*data_, world); }

}  // namespace clearway
