// A hierarchy under edits: what is repaired, and which clusters are cut anew.
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "change.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "clearway/query/queries.hpp"
#include "collision/measure.hpp"
#include "mesh/portals.hpp"
#include "mesh/triangles_at.hpp"
#include "obstacles/input_chains.hpp"
#include "path/trace.hpp"
#include "query/departures.hpp"

namespace clearway {
namespace {

// A cluster is cut anew when, since it was last cut, it has grown to `grown` times its size,
// shrunk to one part in `shrunk` of the mean, or its border has become `ragged` times as long
// (and longer by `spare` portals: a short border doubles at once).
constexpr double grown = 2, shrunk = 4, ragged = 2, spare = 8;

// A place is shut in when a disc can cross no more portals than this from there, or than one for so
// many triangles of the world.
constexpr std::size_t most_portals = 32, triangles_per_portal = 256;

// Obstacles that came at once against which each way is checked; when there are more, ways are
// searched for anew.
constexpr std::size_t most_added = 16;

}  // namespace

void Hierarchy::label(TriangleId slot, ClusterId cluster) {
  const ClusterId old = clusters_[slot];
  if (old != none) {
    mark(old, true);
    --groups_[old].size;
    groups_[old].cut -= cut_of_[slot];
    cuts_ -= cut_of_[slot];
    cut_of_[slot] = 0;
    --triangles_;
  }
  clusters_[slot] = cluster;
  if (cluster == none) return;
  if (groups_.end_id() <= cluster) groups_.resize(cluster.number() + 1);
  mark(cluster, true);
  ++groups_[cluster].size;
  ++triangles_;
}

void Hierarchy::count_cut(const Mesh& mesh, TriangleId slot) {
  const ClusterId mine = clusters_[slot];
  if (mine == none) return;
  std::uint8_t count = 0;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(slot, i);
    if (!is_portal(mesh, e)) continue;
    const ClusterId other = clusters_[Mesh::triangle_of(mesh.twin(e))];
    count += other != none && other != mine;
  }
  groups_[mine].cut += count - cut_of_[slot];
  cuts_ += count;
  cuts_ -= cut_of_[slot];
  cut_of_[slot] = count;
}

// Portals between clusters, in the measure in which they grow with a planar graph cut well.
double Hierarchy::cut_quality(std::size_t clusters) const {
  if (clusters < 2) return 0.0;
  return static_cast<double>(cuts_) /
         std::sqrt(static_cast<double>(triangles_) * static_cast<double>(clusters));
}

HierarchyQuality Hierarchy::quality() const {
  HierarchyQuality out{0, triangles_, 0.0};
  for (const Cluster& group : groups_) out.clusters += group.size > 0;
  if (quality_ > 0) out.decay = std::max(0.0, cut_quality(out.clusters) / quality_ - 1);
  return out;
}

// New triangles join the cluster of a neighbour, by the widest portal, from the rim inwards. A
// pocket that opens onto nothing labelled is a cluster of its own.
void Hierarchy::label_new(const World& world) {
  const Mesh& mesh = world.mesh();
  const Edit& edit = world.last_edit();
  std::vector<TriangleId> queue;
  for (const TriangleId t : edit.added)
    if (mesh.is_live(t) && mesh.is_free(t) && clusters_[t] == none) queue.push_back(t);
  std::sort(queue.begin(), queue.end());
  queue.erase(std::unique(queue.begin(), queue.end()), queue.end());
  for (bool progress = true; progress && !queue.empty();) {
    progress = false;
    std::vector<TriangleId> rest;
    std::vector<std::pair<TriangleId, ClusterId>> found;
    for (const TriangleId t : queue) {
      ClusterId cluster = none;
      double widest = -1;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (!is_portal(mesh, e)) continue;
        const ClusterId other = clusters_[Mesh::triangle_of(mesh.twin(e))];
        if (other != none && length_of_portal(mesh, e) > widest) {
          widest = length_of_portal(mesh, e);
          cluster = other;
        }
      }
      if (cluster == none)
        rest.push_back(t);
      else
        found.push_back({t, cluster});
    }
    for (const auto& [t, cluster] : found) label(t, cluster), progress = true;
    queue.swap(rest);
  }
  const ClusterId pocket = static_cast<ClusterId>(groups_.size());
  for (const TriangleId t : queue) label(t, pocket);
  for (const TriangleId t : edit.added) {
    if (clusters_[t] == none) continue;
    touched_.push_back(clusters_[t]);
    count_cut(mesh, t);
    for (Index i = 0; i < 3; ++i)
      if (const HalfEdgeId twin = mesh.twin(Mesh::half_edge(t, i)); twin != none)
        count_cut(mesh, Mesh::triangle_of(twin));
  }
}

// Edges that may be shorter, or may exist now, by way of what went.
void Hierarchy::ask_shorter(const Obstacles& removed) {
  const std::vector<InputChain> gone = input_chains(removed);
  if (gone.empty()) return;
  Box box = gone.front().box;
  for (const InputChain& chain : gone) box.add(chain.box.low), box.add(chain.box.high);
  IdVector<NodeId, double> away(nodes_.size());
  for (NodeId i{0}; i < nodes_.end_id(); ++i)
    away[i] = box.distance(box_of(nodes_[i].place, nodes_[i].place));
  for (EdgeId e{0}; e < edges_.end_id(); ++e) {
    const Edge& edge = edges_[e];
    if (edge.u == none || edge.pending || away[edge.u] + away[edge.v] >= edge.room) continue;
    if (least_way(gone, nodes_[edge.u].place, nodes_[edge.v].place) < edge.room) ask(e);
  }
  // In the clusters of the edit, all that have no way, or none for the larger discs.
  for (const ClusterId c : touched_)
    for (const NodeId node : groups_[c].nodes)
      for (const Link& link : links_[node]) {
        const Edge& edge = edges_[link.edge];
        const double most = std::min({radii_.most, nodes_[edge.u].reach, nodes_[edge.v].reach});
        if (edge.ways.empty() || edge.ways.back().most < most) ask(link.edge);
      }
}

// Whether the smallest disc gets next to nowhere from there. Such a place is no node: to find out
// that there is no way to the others, from their side, can take as long as to flood the world.
bool Hierarchy::is_shut_in(const World& world, const Point& place) const {
  const Mesh& mesh = world.mesh();
  const double width = 2 * radii_.least;
  const std::size_t small = std::min(most_portals, triangles_ / triangles_per_portal);
  std::vector<HalfEdgeId> entered;
  const auto leave = [&](HalfEdgeId exit) {
    if (mesh.constrained(exit)) return;
    const HalfEdgeId e = mesh.twin(exit);
    if (std::find(entered.begin(), entered.end(), e) == entered.end()) entered.push_back(e);
  };
  for_each_triangle_at(mesh, world.locate(place), [&](TriangleId t) {
    if (!mesh.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      if (!mesh.constrained(exit) && (width == 0 || departs(world, t, place, exit, width)))
        leave(exit);
    }
  });
  for (std::size_t at = 0; at < entered.size(); ++at) {
    if (entered.size() > small) return false;
    const HalfEdgeId e = entered[at];
    if (width == 0 || world.around(Mesh::next(e)) >= width) leave(Mesh::next(e));
    if (width == 0 || world.around(e) >= width) leave(Mesh::prev(e));
  }
  return true;
}

// Whether what came leaves the way of an edge as it is, and what went makes it no shorter, which
// the caller has found out: then it is the shortest still, and only its triangles are others. For
// discs; a point's way goes through vertices, and cannot be traced.
bool Hierarchy::survives(const World& world, EdgeId e, std::span<const Handle> added) {
  Edge& edge = edges_[e];
  if (!radii_.is_one() || radii_.least == 0 || edge.ways.empty() || added.size() > most_added)
    return false;
  Way& way = edge.ways.front();
  if (!added.empty()) {
    double size = radii_.least;
    for (const Segment& s : way.segments)
      size = std::max({size, std::abs(s.end.x), std::abs(s.end.y)});
    const Verdict verdict = measure(input_chains(world.obstacles(added)), way.segments);
    if (!verdict.inside || verdict.crosses ||
        verdict.clearance < radii_.least + tolerance::joint * size)
      return false;
  }
  const Point& from = nodes_[edge.u].place;
  std::vector<HalfEdgeId> portals;
  const HalfEdgeId near = world.locate(from).half_edge;
  if (way.segments.empty() || !trace(world.mesh(), near, way.segments, portals)) return false;
  way.channel.assign(1, Mesh::triangle_of(near));
  for (const HalfEdgeId portal : portals) way.channel.push_back(Mesh::triangle_of(portal));
  ++edge.stamp;
  edge.since = generation_;
  file(world, e);
  return true;
}

void Hierarchy::edited(const World& world, const Obstacles& removed,
                       std::span<const Handle> added) {
  const Mesh& mesh = world.mesh();
  const Edit& edit = world.last_edit();
  ++generation_;
  if (!partitioned_) return;  // every question is answered directly
  Change change(*this);
  clusters_.resize(mesh.triangles.size(), none);
  cut_of_.resize(mesh.triangles.size(), 0);
  number_.resize(mesh.triangles.size(), none);
  filed_.resize(mesh.triangles.size());
  changed_.resize(mesh.triangles.size(), 0);
  for (const auto* slots : {&edit.removed, &edit.added})
    for (const TriangleId t : *slots) changed_[t] = generation_;
  const std::vector<ClusterId> touched_before = std::exchange(touched_, {});
  std::vector<EdgeId> passing;  // edges
  for (const TriangleId t : edit.removed) {
    for (const auto& [e, stamp] : filed_[t])
      if (edges_[e].stamp == stamp && edges_[e].u != none) passing.push_back(e);
    filed_[t].clear();
    if (clusters_[t] == none) continue;
    touched_.push_back(clusters_[t]);
    label(t, none);
  }
  label_new(world);
  // Bearings that lead to a node by a triangle of another cluster.
  for (ClusterId c{0}; c < groups_.end_id(); ++c)
    for (const TriangleId t : groups_[c].beyond)
      if (t != none && changed_[t] == generation_) mark(c, true);
  if (radii_.least > 0)
    for (const TriangleId t : edit.measured)
      if (t < clusters_.end_id() && clusters_[t] != none) mark(clusters_[t], true);
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  ask_shorter(removed);
  std::sort(passing.begin(), passing.end());
  passing.erase(std::unique(passing.begin(), passing.end()), passing.end());
  for (const EdgeId e : passing)
    if (!edges_[e].pending && !survives(world, e, added)) ask(e);
  // Nodes under what came, and borders that the edit has moved.
  std::vector<NodeId> near;
  for (const EdgeId e : pending_)
    if (edges_[e].u != none) near.insert(near.end(), {edges_[e].u, edges_[e].v});
  for (const ClusterId c : touched_)
    near.insert(near.end(), groups_[c].nodes.begin(), groups_[c].nodes.end());
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  for (const NodeId node : near) {
    nodes_[node].reach = reach_of(world, nodes_[node].place);
    if (nodes_[node].reach < 0 || is_shut_in(world, nodes_[node].place)) remove_node(node);
  }
  for (const auto& [pair, portals] : borders_of(world, edit.added))
    choose(world, pair.first, pair.second, portals);
  touched_.insert(touched_.end(), touched_before.begin(), touched_before.end());
  change.done();
}

// Triangles in a cluster, as it should be.
double Hierarchy::target() const {
  return target_ > 0 ? target_ : std::max(1.0, std::sqrt(static_cast<double>(triangles_)));
}

bool Hierarchy::needs_cutting(const Cluster& c) const {
  if (c.size == 0) return false;
  const double base = std::max<double>(c.base_size, target());
  if (c.size > grown * base) return true;
  if (c.size < target() / shrunk && c.size * shrunk < c.base_size) return true;
  return c.cut > ragged * c.base_cut + spare;
}

// The other cluster that most of its portals lead to; none: it has no portals.
ClusterId Hierarchy::closest_neighbour(const Mesh& mesh, ClusterId cluster,
                                       std::span<const TriangleId> slots) const {
  std::unordered_map<ClusterId, int> shared;
  ClusterId best = none;
  for (const TriangleId t : slots) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const ClusterId other = clusters_[Mesh::triangle_of(mesh.twin(e))];
      if (other == none || other == cluster) continue;
      const int count = ++shared[other];
      if (best == none || count > shared[best] || (count == shared[best] && other < best))
        best = other;
    }
  }
  return best;
}

std::vector<WornRegion> Hierarchy::worn(const World& world) {
  const Mesh& mesh = world.mesh();
  std::vector<ClusterId> wanted;
  for (const ClusterId c : touched_)
    if (c < groups_.end_id() && needs_cutting(groups_[c])) wanted.push_back(c);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<WornRegion> out;
  if (wanted.empty()) {
    touched_.clear();
    return out;
  }
  std::unordered_map<ClusterId, std::vector<TriangleId>> slots_of;
  for (TriangleId t{0}; t < clusters_.end_id(); ++t)
    if (clusters_[t] != none) slots_of[clusters_[t]].push_back(t);
  IdVector<ClusterId, bool> used(groups_.size());
  IdVector<TriangleId, Index> place(clusters_.size(), none);
  for (const ClusterId c : wanted) {
    if (used[c]) continue;
    WornRegion region;
    region.clusters = {c};
    if (groups_[c].size <= grown * std::max<double>(groups_[c].base_size, target())) {
      const ClusterId other = closest_neighbour(mesh, c, slots_of[c]);
      if (other != none && !used[other]) region.clusters.push_back(other);
    }
    for (const ClusterId member : region.clusters) {
      used[member] = true;
      const auto& slots = slots_of[member];
      region.slots.insert(region.slots.end(), slots.begin(), slots.end());
    }
    for (std::size_t i = 0; i < region.slots.size(); ++i)
      place[region.slots[i]] = static_cast<Index>(i);
    region.starts.push_back(0);
    for (const TriangleId t : region.slots) {
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (!is_portal(mesh, e)) continue;
        const Index other = place[Mesh::triangle_of(mesh.twin(e))];
        if (other != none) region.neighbours.push_back(static_cast<std::int32_t>(other));
      }
      region.starts.push_back(static_cast<std::int64_t>(region.neighbours.size()));
    }
    for (const TriangleId t : region.slots) place[t] = none;
    region.parts = std::max<Index>(
        1, static_cast<Index>(std::lround(static_cast<double>(region.slots.size()) / target())));
    out.push_back(std::move(region));
  }
  touched_.clear();
  return out;
}

void Hierarchy::recut(const World& world, const WornRegion& region,
                      std::span<const std::int32_t> part) {
  Change change(*this);
  const Mesh& mesh = world.mesh();
  ++generation_;
  ++recuts_;
  for (const ClusterId c : region.clusters) {
    const std::vector<NodeId> nodes = groups_[c].nodes;
    for (const NodeId node : nodes) remove_node(node);
  }
  std::vector<ClusterId> names = region.clusters;
  for (ClusterId fresh = static_cast<ClusterId>(groups_.size()); names.size() < region.parts;
       ++fresh)
    names.push_back(fresh);
  for (std::size_t i = 0; i < region.slots.size(); ++i)
    label(region.slots[i], names[static_cast<std::size_t>(part[i])]);
  for (const TriangleId t : region.slots) {
    count_cut(mesh, t);
    for (Index i = 0; i < 3; ++i)
      if (const HalfEdgeId twin = mesh.twin(Mesh::half_edge(t, i)); twin != none)
        count_cut(mesh, Mesh::triangle_of(twin));
  }
  for (const ClusterId c : names) {
    if (c >= groups_.end_id()) continue;
    groups_[c].base_size = groups_[c].size;
    groups_[c].base_cut = groups_[c].cut;
  }
  for (const auto& [pair, portals] : borders_of(world, region.slots))
    choose(world, pair.first, pair.second, portals);
  change.done();
}

}  // namespace clearway
