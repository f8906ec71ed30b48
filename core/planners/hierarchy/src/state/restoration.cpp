#include "restoration.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "checks.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

using NodePair = std::pair<Index, Index>;

// The edges of a state, by their nodes, whose paths are confirmed; these have segments afterwards.
// reach[i]: of the largest disc that fits at node i.
std::map<NodePair, std::size_t> confirm_paths(const World& world, const std::vector<double>& reach,
                                              HierarchyState& state) {
  DiscFunnel funnel(world.mesh());
  std::map<NodePair, std::size_t> out;
  for (std::size_t i = 0; i < state.edges.size(); ++i) {
    const auto& [u, v] = state.edges[i];
    const Point &from = state.positions[u], &to = state.positions[v];
    const double most = std::min(reach[u], reach[v]);
    const auto is_confirmed = [&](CachedPath& path) {
      check_interrupt(static_cast<std::uint32_t>(path.channel.size() + 1));
      return path.most <= most && refit(world, funnel, from, to, path);
    };
    if (most >= 0 && std::all_of(state.paths[i].begin(), state.paths[i].end(), is_confirmed))
      out[{u, v}] = i;
  }
  return out;
}

// Stores the confirmed paths; all other edges stay pending. The nodes of the graph have the indices
// that they have in the state.
void store_confirmed(HierarchyData& data, const World& world,
                     const std::map<NodePair, std::size_t>& confirmed, HierarchyState& state) {
  std::vector<EdgeId> known, unknown;
  std::vector<std::vector<CachedPath>> paths;
  for (const EdgeId e : data.graph.pending()) {
    const Index u = data.graph.edges()[e].u.number(), v = data.graph.edges()[e].v.number();
    auto found = confirmed.find({u, v});
    if (found == confirmed.end()) {
      found = confirmed.find({v, u});
      if (found != confirmed.end()) data.graph.reverse(e);
    }
    if (found == confirmed.end()) {
      unknown.push_back(e);
      continue;
    }
    known.push_back(e);
    paths.push_back(std::move(state.paths[found->second]));
  }
  known.insert(known.end(), unknown.begin(), unknown.end());
  data.graph.reorder_pending(std::move(known));
  data.store_paths(world, std::move(paths));
}

}  // namespace

HierarchyState state_of(const AbstractGraph& graph) {
  HierarchyState out;
  IdVector<NodeId, Index> index_of(graph.nodes().size(), none);
  for (const NodeId i : graph.live_nodes()) {
    const AbstractGraph::Node& node = graph.nodes()[i];
    index_of[i] = static_cast<Index>(out.positions.size());
    out.positions.push_back(node.position);
    out.node_clusters.push_back({node.a, node.b});
  }
  for (const AbstractGraph::Edge& edge : graph.edges()) {
    if (!edge.is_live() || edge.is_pending) continue;
    out.edges.push_back({index_of[edge.u], index_of[edge.v]});
    out.paths.push_back(edge.paths);
  }
  return out;
}

void restore(HierarchyData& data, const World& world,
             const IdVector<TriangleId, ClusterId>& cluster_of_slot, HierarchyState state) {
  if (!data.is_partitioned && is_state_without_clusters(world.mesh(), cluster_of_slot, state))
    return;
  check_state(world.mesh(), data.radii, cluster_of_slot, state);
  const NodePlacement placement = data.placement(world);
  std::vector<double> reach;
  for (const Point& position : state.positions) {
    reach.push_back(placement.reach_at(position));
    check_interrupt(4);
  }
  const std::map<NodePair, std::size_t> confirmed = confirm_paths(world, reach, state);

  ChangeGuard change(data);
  data.reset_to(world, cluster_of_slot);
  for (std::size_t i = 0; i < state.positions.size(); ++i) {
    const auto& [a, b] = state.node_clusters[i];
    data.partition.extend_to(std::max(a, b));
    data.graph.add_node(state.positions[i], reach[i], a, b, data.generation);
  }
  store_confirmed(data, world, confirmed, state);
  for (const NodeId node : data.graph.live_nodes())
    if (data.graph.nodes()[node].reach < 0) data.graph.remove_node(node, data.generation);
  change.commit();
}

}  // namespace clearway
