// The abstract graph: nodes on the borders between clusters, and an edge with cached paths for
// every two nodes of a common cluster (Bhatena 2014, chapter 4).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "partition/stale_clusters.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

class AbstractGraph {
 public:
  struct Node {
    Point position;
    double reach = 0;              // radius of the largest disc that fits; unused for one radius
    ClusterId a = none, b = none;  // its clusters; none: a free slot
    // Its rows in the tables of these clusters; none until they are computed.
    Index row_a = none, row_b = none;
    bool is_live() const { return a != none; }
    bool is_in(ClusterId cluster) const { return a == cluster || b == cluster; }
  };
  struct Edge {
    NodeId u = none, v = none;      // none: a free slot
    bool is_pending = false;        // its paths have to be computed
    std::uint32_t stamp = 0;        // raised with every change: older entries of an index are stale
    std::uint64_t since = 0;        // generation of its paths
    std::vector<CachedPath> paths;  // from u to v
    // The removal of an obstacle can shorten the edge only if a point's path by way of the obstacle
    // is shorter than this.
    double improvable_below = 0;
    bool is_live() const { return u != none; }
  };
  // An edge as seen from one of its nodes.
  struct Link {
    double length;  // of its first path; infinity: it has none
    NodeId to;
    EdgeId edge;
  };

  // Marks the clusters in `stale` whose nodes or edges change.
  AbstractGraph(const RadiusRange& radii, StaleClusters& stale) : radii_(radii), stale_(stale) {}
  void clear() noexcept;

  const IdVector<NodeId, Node>& nodes() const { return nodes_; }
  const IdVector<EdgeId, Edge>& edges() const { return edges_; }
  const std::vector<Link>& links(NodeId node) const { return links_[node]; }
  const std::vector<NodeId>& nodes_in(ClusterId cluster) const;
  std::size_t live_node_count() const { return live_nodes_; }
  std::vector<NodeId> live_nodes() const;
  // Both nodes of each edge that has a path for the radius.
  std::vector<std::pair<NodeId, NodeId>> live_edges(double radius) const;
  EdgeId find_edge(NodeId u, NodeId v) const;  // none: there is none
  // Null: the edge has no path for the radius.
  const CachedPath* path(EdgeId edge, double radius) const;
  double length(NodeId u, NodeId v, double radius) const;  // infinity: no path
  // The clusters of a node that the other has in common with it: 1: a, 2: b, 3: both.
  Index common_clusters(NodeId node, NodeId other) const;
  // The largest radius for which an edge may have a path.
  double max_radius(const Edge& edge) const;
  // How much longer than straight cached paths are on average, clamped to 1 to 2.
  double stretch() const;

  // Adds a node on the border of two clusters, and requests its edges.
  NodeId add_node(const Point& position, double reach, ClusterId a, ClusterId b,
                  std::uint64_t generation);
  void remove_node(NodeId node, std::uint64_t generation);
  void set_reach(NodeId node, double reach) { nodes_[node].reach = reach; }
  void set_row(NodeId node, ClusterId cluster, Index row);
  Index row(NodeId node, ClusterId cluster) const {
    return nodes_[node].a == cluster ? nodes_[node].row_a : nodes_[node].row_b;
  }

  // Edges whose paths have to be computed, in this order. Edges that were removed since are in the
  // list, too.
  const std::vector<EdgeId>& pending() const { return pending_; }
  void request(EdgeId edge);
  void set_paths(EdgeId edge, std::vector<CachedPath> paths, std::uint64_t generation);
  void drop_pending(std::size_t count);  // the first ones
  // Replaces the order of pending().
  void reorder_pending(std::vector<EdgeId> order) { pending_ = std::move(order); }
  // Exchanges the nodes of an edge without paths.
  void reverse(EdgeId edge) { std::swap(edges_[edge].u, edges_[edge].v); }
  // The first path of an edge has other triangles than before, but the same segments.
  void set_channel(EdgeId edge, std::vector<TriangleId> channel, std::uint64_t generation);
  // Frees the segments that are not needed after the paths have been indexed.
  void drop_segments(EdgeId edge);

  std::size_t bytes() const;

 private:
  void add_edge(NodeId u, NodeId v, std::uint64_t generation);
  void set_length(EdgeId edge, double length);

  RadiusRange radii_;
  StaleClusters& stale_;
  IdVector<NodeId, Node> nodes_;
  IdVector<NodeId, std::vector<Link>> links_;
  IdVector<EdgeId, Edge> edges_;
  IdVector<ClusterId, std::vector<NodeId>> nodes_in_;
  std::vector<NodeId> free_nodes_;
  std::vector<EdgeId> free_edges_, pending_;
  double path_sum_ = 0, straight_sum_ = 0;  // over edges with a path: lengths, distances
  std::size_t live_nodes_ = 0;
};

}  // namespace clearway
