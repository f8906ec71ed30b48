#include "validation.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/portals.hpp"

namespace clearway {
namespace {

void demand(bool holds, const char* problem, std::size_t index) {
  if (!holds)
    throw InternalError(std::string("hierarchy: ") + problem + ", " + std::to_string(index));
}

void validate_partition(const HierarchyData& data, const Mesh& mesh) {
  const ClusterPartition& partition = data.partition;
  const std::size_t slots = mesh.triangles.size();
  demand(partition.by_slot().size() == slots && data.changed.size() == slots &&
             data.tables.slots() == slots && data.path_index.slots() == slots,
         "arrays by triangle differ in length", slots);
  const std::size_t count = partition.clusters().size();
  IdVector<ClusterId, Index> size(count, 0), cut(count, 0);
  std::size_t triangles = 0, cuts = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    const ClusterId c = partition.of(t);
    const bool is_free = mesh.is_live(t) && mesh.is_free(t);
    demand(is_free == (c != none), "exactly the free triangles have a cluster", t.number());
    if (c == none) continue;
    demand(c.number() < count, "cluster of a triangle out of range", t.number());
    ++size[c];
    ++triangles;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const bool is_cut = is_portal(mesh, e) && partition.of(Mesh::triangle_of(mesh.twin(e))) != c;
      cut[c] += is_cut;
      cuts += is_cut;
    }
    check_interrupt();
  }
  for (const ClusterId c : partition.clusters().ids())
    demand(partition.clusters()[c].size == size[c] && partition.clusters()[c].cut == cut[c],
           "size or cut of a cluster", c.number());
  demand(partition.triangles() == triangles && partition.cuts() == cuts,
         "triangles or cuts of all clusters", triangles);
}

// The nodes that a node has to have edges to, ascending.
std::vector<NodeId> partners_of(const AbstractGraph& graph, NodeId node) {
  std::vector<NodeId> out;
  for (const ClusterId c : {graph.nodes()[node].a, graph.nodes()[node].b}) {
    const std::vector<NodeId>& nodes = graph.nodes_in(c);
    demand(std::count(nodes.begin(), nodes.end(), node) == 1,
           "a node is not listed once in its cluster", node.number());
    for (const NodeId other : nodes)
      if (other != node) out.push_back(other);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void validate_nodes(const HierarchyData& data) {
  const AbstractGraph& graph = data.graph;
  const std::size_t clusters = data.partition.clusters().size();
  std::size_t live = 0, listed = 0;
  for (const NodeId i : graph.nodes().ids()) {
    const AbstractGraph::Node& node = graph.nodes()[i];
    if (!node.is_live()) {
      demand(graph.links(i).empty(), "links of a removed node", i.number());
      continue;
    }
    ++live;
    demand(node.a != node.b && node.a.number() < clusters && node.b.number() < clusters,
           "clusters of a node", i.number());
    std::vector<NodeId> linked;
    for (const AbstractGraph::Link& link : graph.links(i)) {
      demand(link.edge.number() < graph.edges().size(), "edge of a link out of range", i.number());
      const AbstractGraph::Edge& edge = graph.edges()[link.edge];
      demand((edge.u == i && edge.v == link.to) || (edge.v == i && edge.u == link.to),
             "a link and its edge differ", i.number());
      linked.push_back(link.to);
    }
    std::sort(linked.begin(), linked.end());
    demand(linked == partners_of(graph, i), "links of a node are not those of its clusters",
           i.number());
    check_interrupt(static_cast<std::uint32_t>(linked.size() + 1));
  }
  for (const ClusterId c : data.partition.clusters().ids()) listed += graph.nodes_in(c).size();
  demand(live == graph.live_node_count() && listed == 2 * live, "number of nodes", live);
}

void validate_edges(const HierarchyData& data, const Mesh& mesh) {
  const AbstractGraph& graph = data.graph;
  for (const EdgeId e : graph.edges().ids()) {
    const AbstractGraph::Edge& edge = graph.edges()[e];
    if (!edge.is_live()) continue;
    const std::size_t nodes = graph.nodes().size(), index = e.number();
    demand(
        edge.u.number() < nodes && edge.v.number() < nodes && graph.find_edge(edge.u, edge.v) == e,
        "an edge without links", index);
    if (edge.is_pending) {
      demand(std::find(graph.pending().begin(), graph.pending().end(), e) != graph.pending().end(),
             "a pending edge that is not listed", index);
      continue;
    }
    for (std::size_t k = 0; k < edge.paths.size(); ++k) {
      const CachedPath& path = edge.paths[k];
      demand(path.least <= path.most && (k == 0 || edge.paths[k - 1].most < path.least),
             "radii of the paths of an edge", index);
      demand(path.shortest <= path.longest && path.shortest >= 0, "lengths of a path of an edge",
             index);
      for (std::size_t i = 0; i < path.channel.size(); ++i) {
        const TriangleId t = path.channel[i];
        demand(t.number() < mesh.triangles.size() && mesh.is_live(t) && mesh.is_free(t),
               "triangle in the channel of an edge", index);
        demand(i == 0 || mesh.portal(path.channel[i - 1], t) != none, "channel of an edge", index);
        demand(data.path_index.contains(t, e, edge.stamp), "an edge that edits would not find",
               index);
      }
      check_interrupt(static_cast<std::uint32_t>(path.channel.size() + 1));
    }
  }
}

// From each triangle the next steps lead to an end, in no more steps than there are triangles.
void validate_next_steps(const ClusterTable& table, ClusterId c) {
  const std::size_t count = table.nodes.size(), rows = table.triangles.size();
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<bool> ends(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      std::size_t steps = 0, at = i;
      while (at != ClusterField::arrived && !ends[at] && steps <= rows) {
        at = table.next[at * count + k];
        demand(at == ClusterField::arrived || at < rows, "a next step out of range", c.number());
        ++steps;
      }
      demand(steps <= rows, "next steps in a circle", c.number());
      for (std::size_t j = i; j != ClusterField::arrived && !ends[j]; j = table.next[j * count + k])
        ends[j] = true;
    }
    check_interrupt(static_cast<std::uint32_t>(rows + 1));
  }
}

void validate_table(const HierarchyData& data, ClusterId c) {
  const ClusterTable& table = data.tables[c];
  const AbstractGraph& graph = data.graph;
  const std::size_t count = table.nodes.size(), rows = table.triangles.size();
  demand(table.nodes == graph.nodes_in(c), "nodes in the table of a cluster", c.number());
  demand(table.positions.size() == count && table.lengths.size() == count * count &&
             table.hops.size() == count * count && table.outside.size() == count &&
             table.excess.size() == rows * count && table.next.size() == rows * count,
         "arrays of a cluster differ in length", c.number());
  for (std::size_t k = 0; k < count; ++k) {
    const NodeId node = table.nodes[k];
    demand(graph.row(node, c) == k && graph.nodes()[node].position == table.positions[k],
           "row or position of a node in its cluster", c.number());
    for (std::size_t m = 0; m < count; ++m) {
      if (!(table.lengths[k * count + m] < std::numeric_limits<double>::infinity())) continue;
      const EdgeId e = graph.find_edge(node, table.nodes[m]);
      demand(e != none && table.hops[k * count + m].edge_id() == e,
             "an edge in the table of a cluster", c.number());
    }
    const TriangleId outside = table.outside[k];
    demand(outside == none || data.partition.of(outside) != none, "triangle outside a cluster",
           c.number());
  }
  for (std::size_t i = 0; i < rows; ++i)
    demand(data.tables.row(table.triangles[i]) == i && data.partition.of(table.triangles[i]) == c,
           "row of a triangle in its cluster", c.number());
  validate_next_steps(table, c);
}

}  // namespace

void validate(const HierarchyData& data, const World& world) {
  if (!data.is_partitioned) {
    demand(data.graph.nodes().empty() && data.graph.edges().empty() && data.graph.pending().empty(),
           "nodes without clusters", 0);
    return;
  }
  validate_partition(data, world.mesh());
  validate_nodes(data);
  validate_edges(data, world.mesh());
  for (const ClusterId c : data.partition.clusters().ids())
    if (!data.stale.is_stale(c) && c.number() < data.tables.size()) validate_table(data, c);
}

}  // namespace clearway
