// Hierarchy::validate: every relation that queries and edits rely on, looked at from scratch.
#include <algorithm>
#include <limits>
#include <string>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "cluster_field.hpp"
#include "mesh/portals.hpp"

namespace clearway {
namespace {

void demand(bool holds, const char* what, std::size_t number) {
  if (!holds)
    throw InternalError(std::string("hierarchy: ") + what + ", " + std::to_string(number));
}
template <class Tag>
void demand(bool holds, const char* what, Id<Tag> id) {
  demand(holds, what, position(id));
}

}  // namespace

void Hierarchy::validate(const World& world) const {
  if (!partitioned_) {
    demand(nodes_.empty() && edges_.empty() && pending_.empty(), "nodes without clusters", 0);
    return;
  }
  validate_clusters(world.mesh());
  validate_nodes();
  validate_edges(world.mesh());
  for (ClusterId c{0}; c < groups_.end_id(); ++c)
    if (!groups_[c].is_stale) validate_settled(c);
}

void Hierarchy::validate_clusters(const Mesh& mesh) const {
  const std::size_t slots = mesh.triangles.size();
  demand(clusters_.size() == slots && changed_.size() == slots && cut_of_.size() == slots &&
             number_.size() == slots && filed_.size() == slots,
         "arrays by triangle differ in length", slots);
  IdVector<ClusterId, Index> size(groups_.size(), 0), cut(groups_.size(), 0);
  std::size_t triangles = 0, cuts = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    const ClusterId c = clusters_[t];
    const bool is_free = mesh.is_live(t) && mesh.is_free(t);
    demand(is_free == (c != none), "a triangle is free or has a cluster, not both", t);
    if (c == none) continue;
    demand(c < groups_.end_id(), "cluster of a triangle out of range", t);
    ++size[c];
    ++triangles;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const bool parts = is_portal(mesh, e) && clusters_[Mesh::triangle_of(mesh.twin(e))] != c;
      cut[c] += parts;
      cuts += parts;
    }
    check_interrupt();
  }
  for (ClusterId c{0}; c < groups_.end_id(); ++c)
    demand(groups_[c].size == size[c] && groups_[c].cut == cut[c], "size or cut of a cluster", c);
  demand(triangles_ == triangles && cuts_ == cuts, "triangles or cuts of all clusters", triangles);
}

void Hierarchy::validate_nodes() const {
  demand(links_.size() == nodes_.size(), "links and nodes differ in number", nodes_.size());
  std::size_t live = 0, listed = 0;
  for (NodeId i{0}; i < nodes_.end_id(); ++i) {
    const Node& node = nodes_[i];
    if (node.a == none) {
      demand(links_[i].empty(), "links of a node that is gone", i);
      continue;
    }
    ++live;
    demand(node.a != node.b && node.a < groups_.end_id() && node.b < groups_.end_id(),
           "clusters of a node", i);
    std::vector<NodeId> partners;
    for (const ClusterId c : {node.a, node.b}) {
      const std::vector<NodeId>& nodes = groups_[c].nodes;
      demand(std::count(nodes.begin(), nodes.end(), i) == 1, "a node not once in its cluster", i);
      for (const NodeId other : nodes)
        if (other != i) partners.push_back(other);
    }
    std::sort(partners.begin(), partners.end());
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    std::vector<NodeId> linked;
    for (const Link& link : links_[i]) {
      demand(link.edge < edges_.end_id(), "edge of a link out of range", i);
      const Edge& edge = edges_[link.edge];
      demand((edge.u == i && edge.v == link.to) || (edge.v == i && edge.u == link.to),
             "a link and its edge differ", i);
      linked.push_back(link.to);
    }
    std::sort(linked.begin(), linked.end());
    demand(linked == partners, "links of a node are not those of its clusters", i);
    check_interrupt(static_cast<std::uint32_t>(linked.size() + 1));
  }
  for (const Cluster& cluster : groups_) listed += cluster.nodes.size();
  demand(live == live_nodes_ && listed == 2 * live, "number of nodes", live);
}

void Hierarchy::validate_edges(const Mesh& mesh) const {
  for (EdgeId e{0}; e < edges_.end_id(); ++e) {
    const Edge& edge = edges_[e];
    if (edge.u == none) continue;
    demand(edge.u < nodes_.end_id() && edge.v < nodes_.end_id() && find(edge.u, edge.v) == e,
           "an edge without links", e);
    if (edge.pending) {
      demand(std::find(pending_.begin(), pending_.end(), e) != pending_.end(),
             "a pending edge that nobody computes", e);
      continue;
    }
    for (std::size_t k = 0; k < edge.ways.size(); ++k) {
      const Way& way = edge.ways[k];
      demand(way.least <= way.most && (k == 0 || edge.ways[k - 1].most < way.least),
             "radii of the ways of an edge", e);
      demand(way.shortest <= way.longest && way.shortest >= 0, "lengths of a way of an edge", e);
      for (std::size_t i = 0; i < way.channel.size(); ++i) {
        const TriangleId t = way.channel[i];
        demand(t < mesh.triangles.end_id() && mesh.is_live(t) && mesh.is_free(t),
               "triangle in the channel of an edge", e);
        demand(i == 0 || mesh.portal(way.channel[i - 1], t) != none, "channel of an edge", e);
        demand(std::find(filed_[t].begin(), filed_[t].end(), std::pair(e, edge.stamp)) !=
                   filed_[t].end(),
               "an edge that edits would not find", e);
      }
      check_interrupt(static_cast<std::uint32_t>(way.channel.size() + 1));
    }
  }
}

void Hierarchy::validate_settled(ClusterId c) const {
  const Cluster& cluster = groups_[c];
  const std::size_t count = cluster.nodes.size(), rows = cluster.triangles.size();
  demand(cluster.places.size() == count && cluster.lengths.size() == count * count &&
             cluster.hops.size() == count * count && cluster.beyond.size() == count &&
             cluster.excess.size() == rows * count && cluster.next.size() == rows * count,
         "arrays of a cluster differ in length", c);
  for (Index k = 0; k < count; ++k) {
    const Node& node = nodes_[cluster.nodes[k]];
    demand((node.a == c ? node.in_a : node.in_b) == k && node.place == cluster.places[k],
           "number or place of a node in its cluster", c);
    for (Index m = 0; m < count; ++m) {
      if (!(cluster.lengths[k * count + m] < std::numeric_limits<double>::infinity())) continue;
      const EdgeId e = find(cluster.nodes[k], cluster.nodes[m]);
      demand(e != none && cluster.hops[k * count + m].edge_id() == e, "a hop of a cluster", c);
    }
    const TriangleId beyond = cluster.beyond[k];
    demand(beyond == none || clusters_[beyond] != none, "triangle beyond a border", c);
  }
  for (Index i = 0; i < rows; ++i)
    demand(number_[cluster.triangles[i]] == i && clusters_[cluster.triangles[i]] == c,
           "number of a triangle in its cluster", c);
  // From each triangle the bearings lead to an end, in no more steps than there are triangles.
  for (Index k = 0; k < count; ++k) {
    std::vector<std::uint8_t> ends(rows, 0);
    for (Index i = 0; i < rows; ++i) {
      std::size_t steps = 0;
      Index at = i;
      while (at != ClusterField::arrived && !ends[at] && steps <= rows) {
        at = cluster.next[at * count + k];
        demand(at == ClusterField::arrived || at < rows, "a bearing out of range", c);
        ++steps;
      }
      demand(steps <= rows, "bearings that go in a circle", c);
      for (Index j = i; j != ClusterField::arrived && !ends[j]; j = cluster.next[j * count + k])
        ends[j] = 1;
    }
    check_interrupt(static_cast<std::uint32_t>(rows + 1));
  }
}

}  // namespace clearway
