#include "clearway/planners/hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "change.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/portals.hpp"
#include "mesh/triangles_at.hpp"
#include "query/swept_triangles.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A way that did not exist before is looked for when it could be no longer than this many
// times the straight line, or when the edit was in the cluster; longer ones are left out.
constexpr double detour = 2;

}  // namespace

Hierarchy::Hierarchy(const RadiusRange& radii, Index per_border, double tolerance)
    : radii_(radii), per_border_(per_border), tolerance_(tolerance) {}
Hierarchy::~Hierarchy() = default;

void Hierarchy::reset() noexcept {
  clusters_.clear();
  number_.clear();
  free_nodes_.clear();
  for (auto* list : {&free_edges_, &pending_}) list->clear();
  for (auto* list : {&stale_, &touched_}) list->clear();
  changed_.clear();
  cut_of_.clear();
  groups_.clear();
  nodes_.clear();
  links_.clear();
  edges_.clear();
  filed_.clear();
  walked_ = straight_ = target_ = quality_ = 0;
  triangles_ = cuts_ = live_nodes_ = 0;
  ++generation_;
  partitioned_ = false;
  lost_ = true;
}

NodeId Hierarchy::add_node(const Point& place, double reach, ClusterId a, ClusterId b) {
  NodeId node;
  if (free_nodes_.empty()) {
    node = static_cast<NodeId>(nodes_.size());
    nodes_.emplace_back();
    links_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  nodes_[node] = {place, reach, a, b, none, none};
  ++live_nodes_;
  for (const ClusterId cluster : {a, b}) {
    for (const NodeId other : groups_[cluster].nodes) {
      // Two nodes of the same border are in two clusters together: one edge is enough.
      if (find(node, other) != none) continue;
      EdgeId e;
      if (free_edges_.empty()) {
        e = static_cast<EdgeId>(edges_.size());
        edges_.push_back({none, none, false, 0, 0, {}, 0.0});
      } else {
        e = free_edges_.back();
        free_edges_.pop_back();
      }
      edges_[e] = {node, other, false, edges_[e].stamp + 1, generation_, {}, 0.0};
      links_[node].push_back({infinity, other, e});
      links_[other].push_back({infinity, node, e});
      ask(e);
    }
  }
  for (const ClusterId cluster : {a, b}) {
    groups_[cluster].nodes.push_back(node);
    mark(cluster, true);
  }
  return node;
}

// Which clusters of a node are clusters of the other one too.
Index Hierarchy::sides(NodeId node, NodeId other) const {
  const Node &n = nodes_[node], &o = nodes_[other];
  return (n.a == o.a || n.a == o.b ? 1u : 0u) | (n.b == o.a || n.b == o.b ? 2u : 0u);
}

void Hierarchy::remove_node(NodeId node) {
  Node& gone = nodes_[node];
  for (const Link& link : links_[node]) {
    const EdgeId e = link.edge;
    weigh(e, infinity);
    std::erase_if(links_[link.to], [e](const Link& other) { return other.edge == e; });
    edges_[e] = {none, none, false, edges_[e].stamp + 1, generation_, {}, 0.0};
    free_edges_.push_back(e);
  }
  for (const ClusterId cluster : {gone.a, gone.b}) {
    std::erase(groups_[cluster].nodes, node);
    mark(cluster, true);
  }
  gone = {{}, 0, none, none, none, none};
  links_[node].clear();
  free_nodes_.push_back(node);
  --live_nodes_;
}

void Hierarchy::ask(EdgeId edge) {
  if (edges_[edge].pending) return;
  edges_[edge].pending = true;
  pending_.push_back(edge);
}

EdgeId Hierarchy::find(NodeId u, NodeId v) const {
  for (const Link& link : links_[u])
    if (link.to == v) return link.edge;
  return none;
}

// Sums for stretch(), and the lengths that links see.
void Hierarchy::weigh(EdgeId e, double length) {
  Edge& edge = edges_[e];
  const double straight = distance(nodes_[edge.u].place, nodes_[edge.v].place);
  for (const NodeId node : {edge.u, edge.v}) {
    for (Link& link : links_[node]) {
      if (link.edge != e) continue;
      if (node == edge.u && link.length < infinity) walked_ -= link.length, straight_ -= straight;
      link.length = length;
    }
  }
  if (length < infinity) walked_ += length, straight_ += straight;
  mark(nodes_[edge.u].a, false);
  mark(nodes_[edge.u].b, false);
}

double Hierarchy::stretch() const {
  return straight_ > 0 ? std::clamp(walked_ / straight_, 1.0, 2.0) : 1.0;
}

const Way* Hierarchy::way(EdgeId edge, double radius) const {
  const std::vector<Way>& ways = edges_[edge].ways;
  if (radii_.is_one()) return ways.empty() ? nullptr : &ways.front();
  const auto found = std::lower_bound(ways.begin(), ways.end(), radius,
                                      [](const Way& w, double r) { return w.most < r; });
  return found == ways.end() ? nullptr : &*found;
}

double Hierarchy::length(NodeId u, NodeId v, double radius) const {
  const EdgeId edge = find(u, v);
  const Way* known = edge == none ? nullptr : way(edge, radius);
  return known ? known->length(radius) : infinity;
}

// Of the largest disc for which is_free() holds at the place, or a little less; negative: none.
// On a wall or a corner there is no node for points: ways on either side would meet in it.
double Hierarchy::reach_of(const World& world, const Point& place) const {
  const Location at = world.locate(place);
  if (!is_clear(world.mesh(), at) || !fits(world, {place, at}, radii_.least)) return -1;
  if (radii_.is_one()) return radii_.least;
  const double reach = clearance(world, place) * (1 - tolerance::clearance);
  return std::max(radii_.least, std::min(reach, world.max_radius()));
}

// A place on the portal where the disc fits, of a few: for one radius the one nearest to the
// middle, for a range the one with the most room.
bool Hierarchy::stand_on(const World& world, HalfEdgeId portal, double radius, Point& place,
                         double& reach) const {
  const Mesh& mesh = world.mesh();
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  const double length = distance(a, b);
  if (length < 2 * radius) return false;
  const double margin = length > 0 ? radius / length : 0.5;
  reach = -1;
  for (const double t : {0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875, 0.0, 1.0}) {
    const double at = margin + t * (1 - 2 * margin);
    const Point p{a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)};
    const double fits = reach_of(world, p);
    if (fits < radius || fits <= reach) continue;
    place = p;
    reach = fits;
    if (radii_.is_one()) break;
  }
  return reach >= 0;
}

// Nodes for the border of two clusters: the widest portal first, then those farthest from the
// ones there are. For a range of radii once more for discs of half the largest that fits.
void Hierarchy::choose(const World& world, ClusterId a, ClusterId b,
                       const std::vector<HalfEdgeId>& portals) {
  const Mesh& mesh = world.mesh();
  const auto fill = [&](double radius) {
    std::vector<Point> chosen;
    double widest = 0;
    const auto take = [&](const Point& place, double reach) {
      widest = std::max(widest, reach);
      chosen.push_back(place);
    };
    for (const NodeId i : groups_[a].nodes) {
      const Node& node = nodes_[i];
      if ((node.a == b || node.b == b) && node.reach >= radius) take(node.place, node.reach);
    }
    std::vector<HalfEdgeId> left = portals;
    std::stable_sort(left.begin(), left.end(), [&](HalfEdgeId d, HalfEdgeId e) {
      return length_of_portal(mesh, d) > length_of_portal(mesh, e);
    });
    while (chosen.size() < per_border_ && !left.empty()) {
      std::size_t best = 0;
      double farthest = -1;
      for (std::size_t i = 0; i < left.size(); ++i) {
        double nearest = chosen.empty() ? 0.0 : infinity;
        for (const Point& p : chosen)
          nearest = std::min(nearest, distance(p, middle_of_portal(mesh, left[i])));
        if (nearest > farthest) farthest = nearest, best = i;
      }
      Point place;
      double reach;
      if (stand_on(world, left[best], radius, place, reach) && !is_shut_in(world, place)) {
        take(place, reach);
        add_node(place, reach, a, b);
      }
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return widest;
  };
  const double widest = fill(radii_.least);
  const double wide = std::min(widest, radii_.most) / 2;
  if (!radii_.is_one() && wide > radii_.least) fill(wide);
}

void Hierarchy::clear(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot) {
  const Mesh& mesh = world.mesh();
  clusters_.assign(mesh.triangles.size(), none);
  changed_.assign(mesh.triangles.size(), ++generation_);  // no plan made before stands
  cut_of_.assign(mesh.triangles.size(), 0);
  number_.assign(mesh.triangles.size(), none);
  filed_.assign(mesh.triangles.size(), {});
  free_nodes_.clear();
  for (auto* list : {&free_edges_, &pending_}) list->clear();
  for (auto* list : {&stale_, &touched_}) list->clear();
  groups_.clear();
  nodes_.clear();
  links_.clear();
  edges_.clear();
  live_nodes_ = triangles_ = cuts_ = 0;
  walked_ = straight_ = 0;
  partitioned_ = true;
  lost_ = false;
  for (TriangleId t{0}; t < cluster_of_slot.end_id() && t < clusters_.end_id(); ++t)
    if (cluster_of_slot[t] != none && mesh.is_live(t) && mesh.is_free(t))
      label(t, cluster_of_slot[t]);
  for (TriangleId t{0}; t < clusters_.end_id(); ++t) count_cut(mesh, t);
  std::size_t used = 0;
  for (Cluster& group : groups_) {
    group.base_size = group.size;
    group.base_cut = group.cut;
    used += group.size > 0;
  }
  target_ = used ? static_cast<double>(triangles_) / static_cast<double>(used) : 0.0;
  quality_ = cut_quality(used);
}

Hierarchy::Borders Hierarchy::borders_of(const World& world,
                                         std::span<const TriangleId> slots) const {
  const Mesh& mesh = world.mesh();
  std::map<std::pair<ClusterId, ClusterId>, std::vector<HalfEdgeId>> borders;
  for (const TriangleId t : slots) {
    check_interrupt();
    if (clusters_[t] == none) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const ClusterId mine = clusters_[t], other = clusters_[Mesh::triangle_of(mesh.twin(e))];
      if (other == none || other == mine) continue;
      // The same side of a portal, whichever triangle was listed.
      borders[{std::min(mine, other), std::max(mine, other)}].push_back(
          mine < other ? e : mesh.twin(e));
    }
  }
  Borders out;
  for (auto& [pair, portals] : borders) {
    std::sort(portals.begin(), portals.end());
    portals.erase(std::unique(portals.begin(), portals.end()), portals.end());
    out.emplace_back(pair, std::move(portals));
  }
  return out;
}

void Hierarchy::partition(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot) {
  Change change(*this);
  clear(world, std::move(cluster_of_slot));
  IdVector<TriangleId, TriangleId> all(clusters_.size());
  for (TriangleId t{0}; t < all.end_id(); ++t) all[t] = t;
  for (const auto& [pair, portals] : borders_of(world, all)) {
    check_interrupt(64);
    choose(world, pair.first, pair.second, portals);
  }
  change.done();
}

std::vector<Hierarchy::Question> Hierarchy::pending(std::size_t most) const {
  std::vector<Question> out;
  for (const EdgeId e : pending_) {
    if (out.size() == most) break;
    // Of an edge lost in the meantime the answer does not matter: no radius is asked for.
    if (edges_[e].u == none) {
      out.push_back({{}, {}, {1.0, 0.0, 0.0}});
      continue;
    }
    const Node &u = nodes_[edges_[e].u], &v = nodes_[edges_[e].v];
    out.push_back({u.place, v.place, radii_});
    if (!radii_.is_one()) out.back().radii.most = std::min({radii_.most, u.reach, v.reach});
  }
  return out;
}

void Hierarchy::keep(const World& world, std::vector<std::vector<Way>> answers) {
  Change change(*this);
  const InterruptScope uninterrupted(no_check);  // the answers have cost more than this
  filed_.resize(world.mesh().triangles.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const EdgeId e = pending_[i];
    Edge& edge = edges_[e];
    if (edge.u == none || !edge.pending) continue;
    edge.pending = false;
    ++edge.stamp;
    edge.since = generation_;
    ++repaired_;
    edge.ways = std::move(answers[i]);
    const Node &u = nodes_[edge.u], &v = nodes_[edge.v];
    edge.room = 0;
    for (const Way& way : edge.ways) edge.room = std::max(edge.room, way.longest + 2 * way.most);
    const double most = std::min({radii_.most, u.reach, v.reach});
    if (edge.ways.empty() || edge.ways.back().most < most)
      edge.room = std::max(edge.room, detour * distance(u.place, v.place) + 2 * most);
    weigh(e, edge.ways.empty() ? infinity : edge.ways.front().shortest);
    file(world, e);
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(answers.size()));
  change.done();
}

// Under every triangle that its discs pass over or that its channels have. For radii between
// the two of a way others may be passed over; what the funnel pulls is legal all the same.
void Hierarchy::file(const World& world, EdgeId e) {
  Edge& edge = edges_[e];
  std::vector<TriangleId> touched;
  const auto add = [&](const std::vector<TriangleId>& more) {
    touched.insert(touched.end(), more.begin(), more.end());
  };
  for (Way& way : edge.ways) {
    add(way.channel);
    add(swept_triangles(world, way.segments, way.most));
    if (!way.wide.empty()) add(swept_triangles(world, way.wide, way.most));
    way.wide = {};
    if (!radii_.is_one()) way.segments = {};
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const TriangleId t : touched) {
    auto& filed = filed_[t];
    if (filed.size() == filed.capacity())
      std::erase_if(filed, [&](const auto& old) { return edges_[old.first].stamp != old.second; });
    filed.push_back({e, edge.stamp});
  }
}

std::vector<NodeId> Hierarchy::live_nodes() const {
  std::vector<NodeId> out;
  for (NodeId i{0}; i < nodes_.end_id(); ++i)
    if (nodes_[i].a != none) out.push_back(i);
  return out;
}

std::vector<std::pair<NodeId, NodeId>> Hierarchy::live_edges(double radius) const {
  std::vector<std::pair<NodeId, NodeId>> out;
  for (EdgeId e{0}; e < edges_.end_id(); ++e)
    if (edges_[e].u != none && way(e, radius)) out.push_back({edges_[e].u, edges_[e].v});
  return out;
}

HierarchyStats Hierarchy::stats() const {
  HierarchyStats out{};
  static_cast<HierarchyQuality&>(out) = quality();
  Index largest = 0;
  for (const Cluster& group : groups_) {
    largest = std::max(largest, group.size);
    out.bytes += sizeof(Cluster) + group.nodes.capacity() * sizeof(Index) +
                 group.places.capacity() * sizeof(Point) +
                 group.lengths.capacity() * (sizeof(double) + sizeof(Hop)) +
                 group.triangles.capacity() * sizeof(Index) +
                 group.excess.capacity() * (sizeof(float) + sizeof(std::uint16_t));
  }
  out.nodes = live_nodes_;
  out.repaired = repaired_;
  out.recuts = recuts_;
  out.cut = cuts_ / 2;
  out.balance = triangles_ ? static_cast<double>(largest) * static_cast<double>(out.clusters) /
                                 static_cast<double>(triangles_)
                           : 1.0;
  out.bytes += clusters_.capacity() * (2 * sizeof(Index) + sizeof(std::uint64_t) + 1) +
               nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge);
  for (const auto& links : links_) out.bytes += sizeof(links) + links.capacity() * sizeof(Link);
  for (const Edge& edge : edges_) {
    out.edges += !edge.ways.empty();
    out.ways += edge.ways.size();
    out.bytes += edge.ways.capacity() * sizeof(Way);
    for (const Way& way : edge.ways)
      out.bytes +=
          way.channel.capacity() * sizeof(Index) + way.segments.capacity() * sizeof(Segment);
  }
  for (const auto& filed : filed_) out.bytes += sizeof(filed) + filed.capacity() * sizeof(filed[0]);
  return out;
}

}  // namespace clearway
