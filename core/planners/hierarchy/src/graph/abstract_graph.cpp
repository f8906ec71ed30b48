#include "abstract_graph.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"

namespace clearway {
namespace {

// An edge without a path for all its radii is tried again after a removal if the path could be no
// longer than this many times the straight line.
constexpr double max_detour = 2;

}  // namespace

void AbstractGraph::clear() noexcept {
  nodes_.clear();
  links_.clear();
  edges_.clear();
  nodes_in_.clear();
  free_nodes_.clear();
  free_edges_.clear();
  pending_.clear();
  path_sum_ = straight_sum_ = 0;
  live_nodes_ = 0;
}

const std::vector<NodeId>& AbstractGraph::nodes_in(ClusterId cluster) const {
  static const std::vector<NodeId> no_nodes;
  return cluster.number() < nodes_in_.size() ? nodes_in_[cluster] : no_nodes;
}

std::vector<NodeId> AbstractGraph::live_nodes() const {
  std::vector<NodeId> out;
  for (const NodeId i : nodes_.ids())
    if (nodes_[i].is_live()) out.push_back(i);
  return out;
}

std::vector<std::pair<NodeId, NodeId>> AbstractGraph::live_edges(double radius) const {
  std::vector<std::pair<NodeId, NodeId>> out;
  for (const EdgeId e : edges_.ids())
    if (edges_[e].is_live() && path(e, radius)) out.push_back({edges_[e].u, edges_[e].v});
  return out;
}

EdgeId AbstractGraph::find_edge(NodeId u, NodeId v) const {
  for (const Link& link : links_[u])
    if (link.to == v) return link.edge;
  return none;
}

const CachedPath* AbstractGraph::path(EdgeId edge, double radius) const {
  const std::vector<CachedPath>& paths = edges_[edge].paths;
  if (radii_.is_one()) return paths.empty() ? nullptr : &paths.front();
  const auto found = std::lower_bound(paths.begin(), paths.end(), radius,
                                      [](const CachedPath& p, double r) { return p.most < r; });
  return found == paths.end() ? nullptr : &*found;
}

double AbstractGraph::length(NodeId u, NodeId v, double radius) const {
  const EdgeId edge = find_edge(u, v);
  const CachedPath* known = edge == none ? nullptr : path(edge, radius);
  return known ? known->length(radius) : infinity;
}

Index AbstractGraph::common_clusters(NodeId node, NodeId other) const {
  const Node &n = nodes_[node], &o = nodes_[other];
  return (o.is_in(n.a) ? 1u : 0u) | (o.is_in(n.b) ? 2u : 0u);
}

double AbstractGraph::max_radius(const Edge& edge) const {
  return std::min({radii_.most, nodes_[edge.u].reach, nodes_[edge.v].reach});
}

double AbstractGraph::stretch() const {
  return straight_sum_ > 0 ? std::clamp(path_sum_ / straight_sum_, 1.0, 2.0) : 1.0;
}

NodeId AbstractGraph::add_node(const Point& position, double reach, ClusterId a, ClusterId b,
                               std::uint64_t generation) {
  NodeId node;
  if (free_nodes_.empty()) {
    node = nodes_.end_id();
    nodes_.emplace_back();
    links_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  nodes_[node] = {position, reach, a, b, none, none};
  ++live_nodes_;
  if (const ClusterId last = std::max(a, b); nodes_in_.size() <= last.number())
    nodes_in_.resize(last.number() + std::size_t{1});
  // Two nodes of the same border have two clusters in common: one edge is enough.
  for (const ClusterId cluster : {a, b})
    for (const NodeId other : nodes_in_[cluster])
      if (find_edge(node, other) == none) add_edge(node, other, generation);
  for (const ClusterId cluster : {a, b}) {
    nodes_in_[cluster].push_back(node);
    stale_.mark_shape(cluster);
  }
  return node;
}

void AbstractGraph::add_edge(NodeId u, NodeId v, std::uint64_t generation) {
  EdgeId e;
  if (free_edges_.empty()) {
    e = edges_.end_id();
    edges_.emplace_back();
  } else {
    e = free_edges_.back();
    free_edges_.pop_back();
  }
  edges_[e] = {u, v, false, edges_[e].stamp + 1, generation, {}, 0.0};
  links_[u].push_back({infinity, v, e});
  links_[v].push_back({infinity, u, e});
  request(e);
}

void AbstractGraph::remove_node(NodeId node, std::uint64_t generation) {
  for (const Link& link : links_[node]) {
    const EdgeId e = link.edge;
    set_length(e, infinity);
    std::erase_if(links_[link.to], [e](const Link& other) { return other.edge == e; });
    edges_[e] = {none, none, false, edges_[e].stamp + 1, generation, {}, 0.0};
    free_edges_.push_back(e);
  }
  for (const ClusterId cluster : {nodes_[node].a, nodes_[node].b}) {
    std::erase(nodes_in_[cluster], node);
    stale_.mark_shape(cluster);
  }
  nodes_[node] = {};
  links_[node].clear();
  free_nodes_.push_back(node);
  --live_nodes_;
}

void AbstractGraph::set_row(NodeId node, ClusterId cluster, Index row) {
  (nodes_[node].a == cluster ? nodes_[node].row_a : nodes_[node].row_b) = row;
}

void AbstractGraph::request(EdgeId edge) {
  if (edges_[edge].is_pending) return;
  edges_[edge].is_pending = true;
  pending_.push_back(edge);
}

void AbstractGraph::set_paths(EdgeId e, std::vector<CachedPath> paths, std::uint64_t generation) {
  Edge& edge = edges_[e];
  edge.is_pending = false;
  ++edge.stamp;
  edge.since = generation;
  edge.paths = std::move(paths);
  edge.improvable_below = 0;
  for (const CachedPath& path : edge.paths)
    edge.improvable_below = std::max(edge.improvable_below, path.longest + 2 * path.most);
  const double most = max_radius(edge);
  if (edge.paths.empty() || edge.paths.back().most < most) {
    const double straight = distance(nodes_[edge.u].position, nodes_[edge.v].position);
    edge.improvable_below = std::max(edge.improvable_below, max_detour * straight + 2 * most);
  }
  set_length(e, edge.paths.empty() ? infinity : edge.paths.front().shortest);
}

// In both links of an edge, and in the sums for stretch().
void AbstractGraph::set_length(EdgeId e, double length) {
  const Edge& edge = edges_[e];
  const double straight = distance(nodes_[edge.u].position, nodes_[edge.v].position);
  for (const NodeId node : {edge.u, edge.v}) {
    for (Link& link : links_[node]) {
      if (link.edge != e) continue;
      if (node == edge.u && link.length < infinity)
        path_sum_ -= link.length, straight_sum_ -= straight;
      link.length = length;
    }
  }
  if (length < infinity) path_sum_ += length, straight_sum_ += straight;
  stale_.mark_edges(nodes_[edge.u].a);
  stale_.mark_edges(nodes_[edge.u].b);
}

void AbstractGraph::drop_pending(std::size_t count) {
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
}

void AbstractGraph::set_channel(EdgeId e, std::vector<TriangleId> channel,
                                std::uint64_t generation) {
  edges_[e].paths.front().channel = std::move(channel);
  ++edges_[e].stamp;
  edges_[e].since = generation;
}

void AbstractGraph::drop_segments(EdgeId edge) {
  for (CachedPath& path : edges_[edge].paths) {
    path.wide_segments = {};
    if (!radii_.is_one()) path.segments = {};
  }
}

std::size_t AbstractGraph::bytes() const {
  std::size_t out = nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge);
  for (const auto& nodes : nodes_in_) out += sizeof(nodes) + nodes.capacity() * sizeof(NodeId);
  for (const auto& links : links_) out += sizeof(links) + links.capacity() * sizeof(Link);
  for (const Edge& edge : edges_) {
    out += edge.paths.capacity() * sizeof(CachedPath);
    for (const CachedPath& path : edge.paths)
      out +=
          path.channel.capacity() * sizeof(TriangleId) + path.segments.capacity() * sizeof(Segment);
  }
  return out;
}

}  // namespace clearway
