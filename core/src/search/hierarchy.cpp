#include "clearway/search/hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "../path/raw.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/query/swept.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_door(const Mesh& mesh, Index e) {
  return !mesh.constrained(e) && mesh.twin(e) != none && mesh.is_free(Mesh::triangle_of(e)) &&
         mesh.is_free(Mesh::triangle_of(mesh.twin(e)));
}

Point middle(const Mesh& mesh, Index e) {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
  return {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
}

double length_of_door(const Mesh& mesh, Index e) {
  return distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
}

}  // namespace

Hierarchy::Hierarchy(double radius, Index per_border) : radius_(radius), per_border_(per_border) {}
Hierarchy::~Hierarchy() = default;

Index Hierarchy::add_node(const Point& place, Index a, Index b) {
  Index node;
  if (free_nodes_.empty()) {
    node = static_cast<Index>(nodes_.size());
    nodes_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  nodes_[node] = {place, a, b, {}};
  ++live_nodes_;
  for (const Index cluster : {a, b}) {
    for (const Index other : members_[cluster]) {
      // Two nodes of the same border are in two clusters together: one edge is enough.
      if (find(node, other)) continue;
      Index e;
      if (free_edges_.empty()) {
        e = static_cast<Index>(edges_.size());
        edges_.push_back({});
      } else {
        e = free_edges_.back();
        free_edges_.pop_back();
      }
      const std::uint32_t stamp = edges_[e].stamp + 1;
      edges_[e] = {node, other, infinity, false, stamp, {}, {}};
      nodes_[node].links.push_back({infinity, other, e});
      nodes_[other].links.push_back({infinity, node, e});
      ask(e);
    }
  }
  members_[a].push_back(node);
  members_[b].push_back(node);
  return node;
}

void Hierarchy::remove_node(Index node) {
  Node& gone = nodes_[node];
  for (const Link& link : gone.links) {
    const Index e = link.edge;
    Edge& edge = edges_[e];
    std::erase_if(nodes_[link.to].links, [e](const Link& other) { return other.edge == e; });
    weigh(e, infinity);
    edge.u = edge.v = none;
    edge.pending = false;
    ++edge.stamp;
    edge.channel = {};
    edge.segments = {};
    free_edges_.push_back(e);
  }
  std::erase(members_[gone.a], node);
  std::erase(members_[gone.b], node);
  gone = {{}, none, none, {}};
  free_nodes_.push_back(node);
  --live_nodes_;
}

void Hierarchy::ask(Index edge) {
  if (edges_[edge].pending) return;
  edges_[edge].pending = true;
  pending_.push_back(edge);
}

const Hierarchy::Edge* Hierarchy::find(Index u, Index v) const {
  for (const Link& link : nodes_[u].links)
    if (link.to == v) return &edges_[link.edge];
  return nullptr;
}

void Hierarchy::weigh(Index e, double length) {
  Edge& edge = edges_[e];
  const double straight = distance(nodes_[edge.u].place, nodes_[edge.v].place);
  if (edge.length < infinity) walked_ -= edge.length, straight_ -= straight;
  if (length < infinity) walked_ += length, straight_ += straight;
  edge.length = length;
  for (const Index node : {edge.u, edge.v})
    for (Link& link : nodes_[node].links)
      if (link.edge == e) link.length = length;
}

double Hierarchy::stretch() const {
  return straight_ > 0 ? std::clamp(walked_ / straight_, 1.0, 2.0) : 1.0;
}

double Hierarchy::length(Index u, Index v) const {
  const Edge* edge = find(u, v);
  return edge ? edge->length : infinity;
}

// The place on the door nearest to its middle, of a few, where the disc fits.
bool Hierarchy::stand_on(const World& world, Index door, Point& place) const {
  const Mesh& mesh = world.mesh();
  const Point a = mesh.point(mesh.origin(door)), b = mesh.point(mesh.target(door));
  const double length = distance(a, b);
  if (length < 2 * radius_) return false;
  const double margin = length > 0 ? radius_ / length : 0.5;
  for (const double t : {0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875, 0.0, 1.0}) {
    const double at = margin + t * (1 - 2 * margin);
    place = {a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)};
    if (is_free(world, place, radius_)) return true;
  }
  return false;
}

// Nodes for the border of two clusters: the widest door first, then those farthest from the
// ones there are.
void Hierarchy::choose(const World& world, Index a, Index b, std::vector<Index> doors) {
  const Mesh& mesh = world.mesh();
  std::vector<Point> chosen;
  for (const Index node : members_[a])
    if (nodes_[node].a == b || nodes_[node].b == b) chosen.push_back(nodes_[node].place);
  std::stable_sort(doors.begin(), doors.end(), [&](Index d, Index e) {
    return length_of_door(mesh, d) > length_of_door(mesh, e);
  });
  while (chosen.size() < per_border_ && !doors.empty()) {
    std::size_t best = 0;
    double farthest = -1;
    for (std::size_t i = 0; i < doors.size(); ++i) {
      double nearest = chosen.empty() ? 0.0 : infinity;
      for (const Point& p : chosen)
        nearest = std::min(nearest, distance(p, middle(mesh, doors[i])));
      if (nearest > farthest) farthest = nearest, best = i;
    }
    Point place;
    if (stand_on(world, doors[best], place)) {
      chosen.push_back(place);
      add_node(place, a, b);
    }
    doors.erase(doors.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

void Hierarchy::clear(const World& world, std::vector<Index> cluster_of_slot) {
  const Mesh& mesh = world.mesh();
  clusters_ = std::move(cluster_of_slot);
  clusters_.resize(mesh.triangles.size(), none);
  nodes_.clear();
  edges_.clear();
  free_nodes_.clear();
  free_edges_.clear();
  pending_.clear();
  filed_.assign(mesh.triangles.size(), {});
  live_nodes_ = changed_nodes_ = 0;
  walked_ = straight_ = 0;
  Index count = 0;
  for (const Index c : clusters_)
    if (c != none) count = std::max(count, c + 1);
  members_.assign(count, {});
}

void Hierarchy::partition(const World& world, std::vector<Index> cluster_of_slot) {
  const Mesh& mesh = world.mesh();
  clear(world, std::move(cluster_of_slot));
  std::map<std::pair<Index, Index>, std::vector<Index>> borders;
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    if (clusters_[t] == none || !mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (!is_door(mesh, e)) continue;
      const Index other = clusters_[Mesh::triangle_of(mesh.twin(e))];
      if (other != none && clusters_[t] < other) borders[{clusters_[t], other}].push_back(e);
    }
  }
  for (auto& [pair, doors] : borders) choose(world, pair.first, pair.second, std::move(doors));
}

HierarchyState Hierarchy::state() const {
  HierarchyState out;
  std::vector<Index> number(nodes_.size(), none);
  for (const Index node : live_nodes()) {
    number[node] = static_cast<Index>(out.places.size());
    out.places.push_back(nodes_[node].place);
    out.borders.push_back({nodes_[node].a, nodes_[node].b});
  }
  for (const Edge& edge : edges_) {
    if (edge.u == none || edge.pending) continue;
    out.edges.push_back({number[edge.u], number[edge.v]});
    Path path;
    path.status = edge.length < infinity ? Status::found : Status::no_path;
    path.length = edge.length;
    path.channel = edge.channel;
    path.segments = edge.segments;
    out.paths.push_back(std::move(path));
  }
  return out;
}

void Hierarchy::restore(const World& world, std::vector<Index> cluster_of_slot,
                        HierarchyState state) {
  clear(world, std::move(cluster_of_slot));
  for (const auto& [a, b] : state.borders)
    members_.resize(std::max<std::size_t>(members_.size(), std::max(a, b) + 1));
  for (std::size_t i = 0; i < state.places.size(); ++i)
    add_node(state.places[i], state.borders[i].first, state.borders[i].second);
  std::map<std::pair<Index, Index>, std::size_t> number;
  for (std::size_t i = 0; i < state.edges.size(); ++i) number[state.edges[i]] = i;
  std::vector<Index> known, unknown;
  std::vector<Path> answers;
  for (const Index e : pending_) {
    const auto there = number.find({edges_[e].u, edges_[e].v});
    const auto back = number.find({edges_[e].v, edges_[e].u});
    if (there == number.end() && back == number.end()) {
      unknown.push_back(e);
      continue;
    }
    if (there == number.end()) std::swap(edges_[e].u, edges_[e].v);
    known.push_back(e);
    answers.push_back(std::move(state.paths[there == number.end() ? back->second : there->second]));
  }
  pending_ = std::move(known);
  pending_.insert(pending_.end(), unknown.begin(), unknown.end());
  keep(world, std::move(answers));
}

std::size_t Hierarchy::pending() const { return pending_.size(); }

std::vector<std::pair<Point, Point>> Hierarchy::pending(std::size_t most) const {
  std::vector<std::pair<Point, Point>> out;
  for (const Index e : pending_) {
    if (out.size() == most) break;
    // Of an edge lost in the meantime the answer does not matter.
    const bool lost = edges_[e].u == none;
    out.push_back(lost ? std::pair<Point, Point>{}
                       : std::pair{nodes_[edges_[e].u].place, nodes_[edges_[e].v].place});
  }
  return out;
}

void Hierarchy::keep(const World& world, std::vector<Path> answers) {
  filed_.resize(world.mesh().triangles.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Edge& edge = edges_[pending_[i]];
    if (edge.u == none || !edge.pending) continue;
    Path& path = answers[i];
    edge.pending = false;
    ++edge.stamp;
    ++repaired_;
    const bool found = path.status == Status::found;
    weigh(pending_[i], found ? path.length : infinity);
    edge.channel = found ? std::move(path.channel) : std::vector<Index>{};
    edge.segments = found ? std::move(path.segments) : std::vector<Segment>{};
    std::vector<Index> touched = swept_triangles(world, edge.segments, radius_);
    touched.insert(touched.end(), edge.channel.begin(), edge.channel.end());
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const Index t : touched) filed_[t].push_back({pending_[i], edge.stamp});
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(answers.size()));
}

void Hierarchy::edited(const World& world, const Obstacles& removed) {
  const Mesh& mesh = world.mesh();
  const Edit& edit = world.last_edit();
  if (members_.empty()) return;  // never partitioned: every question is answered directly
  clusters_.resize(mesh.triangles.size(), none);
  filed_.resize(mesh.triangles.size());
  for (const Index t : edit.removed) {
    for (const auto& [e, stamp] : filed_[t])
      if (edges_[e].stamp == stamp && edges_[e].u != none) ask(e);
    filed_[t].clear();
    clusters_[t] = none;
  }
  // New triangles join the cluster of a neighbour, from the rim inwards.
  std::vector<Index> queue;
  for (const Index t : edit.added)
    if (mesh.is_free(t)) queue.push_back(t);
  for (bool progress = true; progress && !queue.empty();) {
    progress = false;
    std::vector<Index> rest;
    std::vector<std::pair<Index, Index>> found;
    for (const Index t : queue) {
      Index cluster = none;
      double widest = -1;
      for (Index i = 0; i < 3; ++i) {
        const Index e = Mesh::half_edge(t, i);
        if (!is_door(mesh, e)) continue;
        const Index other = clusters_[Mesh::triangle_of(mesh.twin(e))];
        if (other != none && length_of_door(mesh, e) > widest) {
          widest = length_of_door(mesh, e);
          cluster = other;
        }
      }
      if (cluster == none)
        rest.push_back(t);
      else
        found.push_back({t, cluster});
    }
    for (const auto& [t, cluster] : found) clusters_[t] = cluster, progress = true;
    queue.swap(rest);
  }
  // A pocket that opens onto nothing labelled is a cluster of its own, not cut by anybody.
  changed_nodes_ += queue.size();
  if (!queue.empty()) {
    members_.emplace_back();
    for (const Index t : queue) clusters_[t] = static_cast<Index>(members_.size() - 1);
  }
  const std::vector<RawChain> gone = raw_chains(removed);
  const auto least_way = [&](const Point& a, const Point& b) {
    double least = infinity;
    for (const RawChain& chain : gone) {
      if (chain.points.size() == 1)
        least = std::min(least, distance(a, chain.points[0]) + distance(b, chain.points[0]));
      for (std::size_t i = 0; chain.points.size() > 1 && i < chain.segments(); ++i)
        least = std::min(least, distance(a, chain.start(i), chain.end(i)) +
                                    distance(b, chain.start(i), chain.end(i)));
    }
    return least - 2 * radius_;
  };
  if (!gone.empty())
    for (Index e = 0; e < edges_.size(); ++e)
      if (edges_[e].u != none && !edges_[e].pending &&
          least_way(nodes_[edges_[e].u].place, nodes_[edges_[e].v].place) < edges_[e].length)
        ask(e);
  // Nodes under what came, and borders that the edit has moved.
  std::vector<Index> lost;
  for (const Index e : pending_)
    if (edges_[e].u != none)
      for (const Index node : {edges_[e].u, edges_[e].v})
        if (!is_free(world, nodes_[node].place, radius_)) lost.push_back(node);
  std::sort(lost.begin(), lost.end());
  lost.erase(std::unique(lost.begin(), lost.end()), lost.end());
  changed_nodes_ += lost.size();
  for (const Index node : lost) remove_node(node);
  std::map<std::pair<Index, Index>, std::vector<Index>> borders;
  for (const Index t : edit.added) {
    if (clusters_[t] == none || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (!is_door(mesh, e)) continue;
      const Index mine = clusters_[t], other = clusters_[Mesh::triangle_of(mesh.twin(e))];
      if (other != none && other != mine)
        borders[{std::min(mine, other), std::max(mine, other)}].push_back(e);
    }
  }
  const std::size_t before = live_nodes_;
  for (auto& [pair, doors] : borders) choose(world, pair.first, pair.second, std::move(doors));
  changed_nodes_ += live_nodes_ - before;
}

std::vector<Index> Hierarchy::live_nodes() const {
  std::vector<Index> out;
  for (Index i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].a != none) out.push_back(i);
  return out;
}

std::vector<std::pair<Index, Index>> Hierarchy::live_edges() const {
  std::vector<std::pair<Index, Index>> out;
  for (const Edge& edge : edges_)
    if (edge.u != none && edge.length < infinity) out.push_back({edge.u, edge.v});
  return out;
}

HierarchyStats Hierarchy::stats() const {
  HierarchyStats out{};
  for (const auto& members : members_) out.clusters += !members.empty();
  out.nodes = live_nodes_;
  out.repaired = repaired_;
  out.bytes = clusters_.capacity() * sizeof(Index) + nodes_.capacity() * sizeof(Node) +
              edges_.capacity() * sizeof(Edge);
  for (const Edge& edge : edges_) {
    out.edges += edge.u != none && edge.length < infinity;
    out.bytes +=
        edge.channel.capacity() * sizeof(Index) + edge.segments.capacity() * sizeof(Segment);
  }
  for (const auto& filed : filed_) out.bytes += filed.capacity() * sizeof(filed[0]);
  out.decay = live_nodes_ == 0
                  ? 0.0
                  : static_cast<double>(changed_nodes_) / static_cast<double>(live_nodes_);
  return out;
}

}  // namespace clearway
