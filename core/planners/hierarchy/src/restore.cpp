// A hierarchy as arrays and back. Arrays come from files, so that nothing in them is believed.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "change.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/hierarchy.hpp"

namespace clearway {
namespace {

using Pairs = std::vector<std::pair<ClusterId, ClusterId>>;

// `what` of the thing with this number.
[[noreturn]] void refuse(const char* thing, std::size_t number, const std::string& what) {
  throw InvalidInput(std::string(thing) + " " + std::to_string(number) + what,
                     static_cast<std::int64_t>(number));
}

void check_clusters(const Mesh& mesh, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                    ClusterId count) {
  if (cluster_of_slot.size() != mesh.triangles.size())
    throw InvalidInput("clusters and triangles differ in number");
  for (TriangleId t{0}; t < cluster_of_slot.end_id(); ++t) {
    const ClusterId c = cluster_of_slot[t];
    const bool is_free = mesh.is_live(t) && mesh.is_free(t);
    if (is_free && c == none) refuse("triangle", t.number(), " is free and has no cluster");
    if (!is_free && c != none) refuse("triangle", t.number(), " is not free and has a cluster");
    if (c != none && c >= count) refuse("triangle", t.number(), " has a cluster out of range");
  }
}

// As state() and cluster_of() say it of a hierarchy that was never partitioned.
bool has_no_clusters(const Mesh& mesh, const IdVector<TriangleId, ClusterId>& cluster_of_slot) {
  bool any_free = false;
  for (const TriangleId t : mesh.triangles.ids())
    any_free = any_free || (mesh.is_live(t) && mesh.is_free(t));
  return any_free && std::all_of(cluster_of_slot.begin(), cluster_of_slot.end(),
                                 [](ClusterId c) { return c == none; });
}

void check_nodes(const HierarchyState& state, ClusterId count) {
  if (state.borders.size() != state.places.size())
    throw InvalidInput("nodes and borders differ in number");
  for (std::size_t i = 0; i < state.places.size(); ++i) {
    const Point& p = state.places[i];
    if (!(std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate))
      refuse("node", i, " is out of range");
    const auto& [a, b] = state.borders[i];
    if (a >= count || b >= count) refuse("node", i, " has a cluster out of range");
    if (a == b) refuse("node", i, " is on the border of a cluster with itself");
  }
}

// Pairs of nodes that have a cluster in common. Those on one border have two.
std::size_t pairs_of(const Pairs& borders) {
  std::map<ClusterId, std::size_t> in_cluster;
  std::map<std::pair<ClusterId, ClusterId>, std::size_t> on_border;
  for (const auto& [a, b] : borders) {
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
  if (state.ways.size() != state.edges.size())
    throw InvalidInput("edges and their ways differ in number");
  std::vector<std::pair<Index, Index>> known;
  for (std::size_t i = 0; i < state.edges.size(); ++i) {
    const auto [u, v] = state.edges[i];
    if (u >= state.places.size() || v >= state.places.size())
      refuse("edge", i, " has a node out of range");
    if (u == v) refuse("edge", i, " joins a node with itself");
    const auto& [a, b] = state.borders[u];
    const auto& [c, d] = state.borders[v];
    if (a != c && a != d && b != c && b != d)
      refuse("edge", i, " joins nodes without a common cluster");
    known.push_back(std::minmax(u, v));
  }
  std::sort(known.begin(), known.end());
  if (std::adjacent_find(known.begin(), known.end()) != known.end())
    throw InvalidInput("two edges join the same nodes");
  // Edges are all different and between such nodes: as many as there are pairs are all of them.
  if (known.size() != pairs_of(state.borders))
    throw InvalidInput("nodes with a common cluster have no edge");
}

void check_ways(const Mesh& mesh, const RadiusRange& radii, std::span<const Way> ways,
                std::size_t edge) {
  if (radii.is_one() && ways.size() > 1) refuse("edge", edge, " has several ways for one radius");
  for (std::size_t k = 0; k < ways.size(); ++k) {
    const Way& way = ways[k];
    if (!(way.least >= radii.least && way.most >= way.least && way.most <= radii.most))
      refuse("edge", edge, " has a way for other radii");
    if (k > 0 && !(way.least > ways[k - 1].most))
      refuse("edge", edge, " has ways whose radii do not rise");
    if (!(way.shortest >= 0 && way.longest >= way.shortest && std::isfinite(way.longest)))
      refuse("edge", edge, " has a way with a false length");
    const auto& channel = way.channel;
    for (std::size_t i = 0; i < channel.size(); ++i) {
      const TriangleId t = channel[i];
      if (t >= mesh.triangles.end_id() || !mesh.is_live(t) || !mesh.is_free(t))
        refuse("edge", edge, " has a triangle in its channel that is not free");
      if (i > 0 && mesh.portal(channel[i - 1], t) == none)
        refuse("edge", edge, " has triangles in its channel that are no neighbours");
      if (i > 1 && channel[i - 2] == t) refuse("edge", edge, " has a channel that turns back");
    }
    check_interrupt(static_cast<std::uint32_t>(channel.size() / 8 + 1));
  }
}

}  // namespace

HierarchyState Hierarchy::state() const {
  HierarchyState out;
  IdVector<NodeId, Index> number(nodes_.size(), none);
  for (const NodeId node : live_nodes()) {
    number[node] = static_cast<Index>(out.places.size());
    out.places.push_back(nodes_[node].place);
    out.borders.push_back({nodes_[node].a, nodes_[node].b});
  }
  for (const Edge& edge : edges_) {
    if (edge.u == none || edge.pending) continue;
    out.edges.push_back({number[edge.u], number[edge.v]});
    out.ways.push_back(edge.ways);
  }
  return out;
}

void Hierarchy::check(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
                      const HierarchyState& state) const {
  const Mesh& mesh = world.mesh();
  // Clusters that have lost all their triangles may still have nodes, each of them two.
  const auto count = static_cast<ClusterId>(mesh.triangles.size() + 2 * state.places.size());
  check_clusters(mesh, cluster_of_slot, count);
  check_nodes(state, count);
  check_edges(state);
  for (std::size_t i = 0; i < state.ways.size(); ++i) check_ways(mesh, radii_, state.ways[i], i);
}

void Hierarchy::restore(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot,
                        HierarchyState state) {
  if (!partitioned_ && state.places.empty() && has_no_clusters(world.mesh(), cluster_of_slot))
    return;
  check(world, cluster_of_slot, state);
  std::vector<double> reach;
  for (const Point& place : state.places) {
    reach.push_back(reach_of(world, place));
    check_interrupt(4);
  }
  DiscFunnel funnel(world.mesh());
  std::map<std::pair<Index, Index>, std::size_t> confirmed;
  for (std::size_t i = 0; i < state.edges.size(); ++i) {
    const auto [u, v] = state.edges[i];
    const double most = std::min(reach[u], reach[v]);
    const bool fits =
        most >= 0 && std::all_of(state.ways[i].begin(), state.ways[i].end(), [&](Way& way) {
          check_interrupt(static_cast<std::uint32_t>(way.channel.size() + 1));
          return way.most <= most && refit(world, funnel, state.places[u], state.places[v], way);
        });
    if (fits) confirmed[{u, v}] = i;
  }
  Change change(*this);
  clear(world, std::move(cluster_of_slot));
  for (const auto& [a, b] : state.borders)
    groups_.resize(std::max<std::size_t>(groups_.size(), std::max(a, b).number() + 1));
  for (std::size_t i = 0; i < state.places.size(); ++i)
    add_node(state.places[i], reach[i], state.borders[i].first, state.borders[i].second);
  std::vector<EdgeId> known, unknown;
  std::vector<std::vector<Way>> answers;
  for (const EdgeId e : pending_) {
    auto found = confirmed.find({edges_[e].u.number(), edges_[e].v.number()});
    if (found == confirmed.end()) {
      found = confirmed.find({edges_[e].v.number(), edges_[e].u.number()});
      if (found != confirmed.end()) std::swap(edges_[e].u, edges_[e].v);
    }
    if (found == confirmed.end()) {
      unknown.push_back(e);
      continue;
    }
    known.push_back(e);
    answers.push_back(std::move(state.ways[found->second]));
  }
  pending_ = std::move(known);
  pending_.insert(pending_.end(), unknown.begin(), unknown.end());
  keep(world, std::move(answers));
  for (const NodeId node : live_nodes())
    if (nodes_[node].reach < 0) remove_node(node);
  change.done();
}

}  // namespace clearway
