#include "checks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

[[noreturn]] void refuse(const char* kind, std::size_t index, const char* problem) {
  throw InvalidInput(std::string(kind) + " " + std::to_string(index) + " " + problem,
                     static_cast<std::int64_t>(index));
}

void check_clusters(const Mesh& mesh, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                    std::size_t count) {
  if (cluster_of_slot.size() != mesh.triangles.size())
    throw InvalidInput("clusters and triangles differ in number");
  for (const TriangleId t : cluster_of_slot.ids()) {
    const ClusterId c = cluster_of_slot[t];
    const bool is_free = mesh.is_live(t) && mesh.is_free(t);
    if (is_free && c == none) refuse("triangle", t.number(), "is free and has no cluster");
    if (!is_free && c != none) refuse("triangle", t.number(), "is not free and has a cluster");
    if (c != none && c.number() >= count)
      refuse("triangle", t.number(), "has a cluster out of range");
  }
}

void check_nodes(const HierarchyState& state, std::size_t count) {
  if (state.node_clusters.size() != state.positions.size())
    throw InvalidInput("nodes and their clusters differ in number");
  for (std::size_t i = 0; i < state.positions.size(); ++i) {
    const Point& p = state.positions[i];
    if (!(std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate))
      refuse("node", i, "is out of range");
    const auto& [a, b] = state.node_clusters[i];
    if (a.number() >= count || b.number() >= count) refuse("node", i, "has a cluster out of range");
    if (a == b) refuse("node", i, "is on the border of a cluster with itself");
  }
}

// How many pairs of nodes have a common cluster. Those on one border have two.
std::size_t count_pairs(const std::vector<std::pair<ClusterId, ClusterId>>& node_clusters) {
  std::map<ClusterId, std::size_t> in_cluster;
  std::map<std::pair<ClusterId, ClusterId>, std::size_t> on_border;
  for (const auto& [a, b] : node_clusters) {
    ++in_cluster[a];
    ++in_cluster[b];
    ++on_border[std::minmax(a, b)];
  }
  std::size_t out = 0;
  for (const auto& [cluster, n] : in_cluster) out += n * (n - 1) / 2;
  for (const auto& [border, n] : on_border) out -= n * (n - 1) / 2;
  return out;
}

void check_edges(const HierarchyState& state) {
  if (state.paths.size() != state.edges.size())
    throw InvalidInput("edges and their paths differ in number");
  std::vector<std::pair<Index, Index>> known;
  for (std::size_t i = 0; i < state.edges.size(); ++i) {
    const auto [u, v] = state.edges[i];
    if (u >= state.positions.size() || v >= state.positions.size())
      refuse("edge", i, "has a node out of range");
    if (u == v) refuse("edge", i, "joins a node with itself");
    const auto& [a, b] = state.node_clusters[u];
    const auto& [c, d] = state.node_clusters[v];
    if (a != c && a != d && b != c && b != d)
      refuse("edge", i, "joins nodes without a common cluster");
    known.push_back(std::minmax(u, v));
  }
  std::sort(known.begin(), known.end());
  if (std::adjacent_find(known.begin(), known.end()) != known.end())
    throw InvalidInput("two edges join the same nodes");
  // All edges are different and join nodes with a common cluster. So if there are as many edges as
  // such pairs, every pair has one.
  if (known.size() != count_pairs(state.node_clusters))
    throw InvalidInput("nodes with a common cluster have no edge");
}

void check_channel(const Mesh& mesh, std::span<const TriangleId> channel, std::size_t edge) {
  for (std::size_t i = 0; i < channel.size(); ++i) {
    const TriangleId t = channel[i];
    if (t.number() >= mesh.triangles.size() || !mesh.is_live(t) || !mesh.is_free(t))
      refuse("edge", edge, "has a triangle in its channel that is not free");
    if (i > 0 && mesh.portal(channel[i - 1], t) == none)
      refuse("edge", edge, "has triangles in its channel that are no neighbours");
    if (i > 1 && channel[i - 2] == t) refuse("edge", edge, "has a channel that turns back");
  }
}

void check_paths(const Mesh& mesh, const RadiusRange& radii, std::span<const CachedPath> paths,
                 std::size_t edge) {
  if (radii.is_one() && paths.size() > 1) refuse("edge", edge, "has several paths for one radius");
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const CachedPath& path = paths[k];
    if (!(path.least >= radii.least && path.most >= path.least && path.most <= radii.most))
      refuse("edge", edge, "has a path for radii out of range");
    if (k > 0 && !(path.least > paths[k - 1].most))
      refuse("edge", edge, "has paths whose radii are not ascending");
    if (!(path.shortest >= 0 && path.longest >= path.shortest && std::isfinite(path.longest)))
      refuse("edge", edge, "has a path with an invalid length");
    check_channel(mesh, path.channel, edge);
    check_interrupt(static_cast<std::uint32_t>(path.channel.size() / 8 + 1));
  }
}

}  // namespace

void check_state(const Mesh& mesh, const RadiusRange& radii,
                 const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                 const HierarchyState& state) {
  // Clusters that have lost all their triangles may still have nodes, and each node has two.
  const std::size_t count = mesh.triangles.size() + 2 * state.positions.size();
  check_clusters(mesh, cluster_of_slot, count);
  check_nodes(state, count);
  check_edges(state);
  for (std::size_t i = 0; i < state.paths.size(); ++i) check_paths(mesh, radii, state.paths[i], i);
}

bool is_state_without_clusters(const Mesh& mesh,
                               const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                               const HierarchyState& state) {
  if (!state.positions.empty()) return false;
  bool any_free = false;
  for (const TriangleId t : mesh.triangles.ids())
    any_free = any_free || (mesh.is_live(t) && mesh.is_free(t));
  return any_free && std::all_of(cluster_of_slot.begin(), cluster_of_slot.end(),
                                 [](ClusterId c) { return c == none; });
}

}  // namespace clearway
