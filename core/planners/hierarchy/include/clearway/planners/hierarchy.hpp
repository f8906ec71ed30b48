// Planner "thpa*" (Bhatena, chapters 4 to 6): clusters of free triangles, a few points on the
// borders between clusters as abstract nodes, and cached shortest paths between the nodes of a
// cluster, with their lengths, for one radius or for a range of radii (ways.hpp).
// docs/explanation/thpa.md says what the document leaves open and what was chosen.
//
// Each triangle of a cluster knows the next step towards each of its nodes. A query searches the
// nodes only: looking up these steps connects the ends to the nodes of their clusters without a
// search of the mesh. The channels of the edges, one after the other, are then pulled tight by the
// funnel, for the requested radius.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/funnel/disc_funnel.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/hierarchy_ids.hpp"
#include "clearway/planners/ways.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// The plan of a query: found, or the status of an exact search. Nodes are in order; `direct` holds
// the whole path when no node is needed.
struct Plan {
  Status status = Status::no_path;
  double radius = 0.0;
  double length = 0.0;  // of the plan; for one radius the path pulled tight is no longer
  std::vector<NodeId> nodes;
  Path direct, first, last;  // from the start to the first node, from the last to the goal
  bool is_rough = false;     // `last` may be much longer than the shortest
  // The triangles of all this, one after the other, steps that are undone left out; as far as the
  // last node until is_finished. marks[i] of them lead to node i.
  std::vector<TriangleId> walk;
  std::vector<std::size_t> marks;
  bool is_finished = false;
  // So many of them `last` leaves as they are; and the last portal, by the number of the triangle
  // behind it, that a leg relies on.
  std::size_t firm = 0, held = 0;
  SearchStats stats;
  // What the plan depends on: the state of the hierarchy in which it was made, the positions of its
  // nodes, and the edges between them.
  std::uint64_t generation = 0;
  std::vector<Point> places;
  std::vector<EdgeId> edges;
};

// Where a journey is: a point, and the number of the triangle of Plan::walk that contains it.
struct Stand {
  Point at;
  std::size_t number = 0;
};

// A hierarchy without its triangles: nodes and edges by their indices in these lists. Every two
// nodes of a common cluster have one edge.
struct HierarchyState {
  std::vector<Point> places;
  std::vector<std::pair<ClusterId, ClusterId>> borders;  // clusters of the nodes
  std::vector<std::pair<Index, Index>> edges;
  // Of the edges, as ways_between() gives them; channels are triangles of the mesh. restore()
  // reads no segments: it pulls the channels tight again.
  std::vector<std::vector<Way>> ways;
};

class ClusterField;

struct HierarchyQuality {
  std::size_t clusters, triangles;
  double decay;  // by what share the cut has grown since partition(), beyond what size explains
};

struct HierarchyStats : HierarchyQuality {
  std::size_t nodes, edges, ways, repaired, recuts, bytes;
  std::size_t cut;  // portals between clusters
  double balance;   // the largest cluster over the mean
};

// Clusters that edits have made too large, too small or ragged, and their triangles: to be cut into
// `parts` of similar size with few portals between them. neighbours[starts[i] to starts[i + 1]) are
// those of triangle i, by their indices in `slots`.
struct WornRegion {
  std::vector<ClusterId> clusters;
  std::vector<TriangleId> slots;
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> neighbours;
  Index parts;
};

class Hierarchy {
 public:
  // `per_border`: at most this many nodes on the border of two clusters for any one radius.
  // `tolerance`: see ways.hpp; of no effect for one radius.
  Hierarchy(const RadiusRange& radii, Index per_border, double tolerance);
  ~Hierarchy();

  const RadiusRange& radii() const { return radii_; }
  double tolerance() const { return tolerance_; }
  // Grows whenever nodes may have changed.
  std::uint64_t generation() const { return generation_; }

  // Gives each slot of the mesh its cluster (none: not free), chooses nodes again and marks all
  // their edges for computation.
  void partition(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot);

  // The result of partition() and keep() (nothing may be pending); and the same on an equal mesh,
  // by the slots of that mesh.
  //
  // restore() accepts untrusted states. It throws InvalidInput, before anything changes, when an
  // index, count, order or radius does not fit the mesh or the rest of the state. A node where no
  // disc fits is left out, and an edge with a path that cannot be confirmed (refit) is marked for
  // computation. So every kept path is legal, leads from node to node and has the stored length.
  // That it is shortest, and that nodes and clusters are well chosen, is not checked: paths may be
  // longer, but never illegal, and the status is that of an exact search.
  HierarchyState state() const;
  void restore(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot,
               HierarchyState state);

  // Checks every invariant that queries and edits rely on, from scratch. Throws InternalError.
  void validate(const World& world) const;

  // Edges still to be computed, by ways_between() for the given radii. Threads may compute them in
  // any order; keep() takes the results.
  struct Question {
    Point from, to;
    RadiusRange radii;
  };
  std::vector<Question> pending(std::size_t most) const;
  void keep(const World& world, std::vector<std::vector<Way>> answers);  // for the first ones
  std::size_t pending() const { return pending_.size(); }
  // Prepares what queries read from the current state. A query needs this done, and nothing
  // pending. Cost: the clusters that have changed.
  void settle(const World& world);
  bool is_settled() const { return pending_.empty() && stale_.empty(); }
  // Whether a change was cut short, by an interrupt or because memory ran out. The hierarchy is
  // then empty, and an exact search answers every query, until the next partition().
  bool is_lost() const { return lost_; }

  // After an edit: clusters of new triangles, nodes removed and added, edges to be computed again.
  // Cost: what the edit touched, and one test per edge if something was removed.
  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added);

  // Regions to be cut again since the last call, disjoint; and doing so: part[i] is the new part of
  // slots[i]. Only nodes on the borders of these clusters are chosen again.
  bool is_worn() const { return !touched_.empty(); }
  std::vector<WornRegion> worn(const World& world);
  void recut(const World& world, const WornRegion& region, std::span<const std::int32_t> part);

  // One object per thread.
  class Query {
   public:
    Query(const World& world, const Hierarchy& hierarchy, ExactSearch exact);
    ~Query();
    // `radius` is one of those of the hierarchy.
    Plan plan(const Point& start, const Point& goal, double radius);
    // The whole path of a plan, pulled tight.
    Path path(Plan plan, const Point& start, const Point& goal);
    // Whether the rest of the plan is still valid: no edit has touched its nodes, edges and
    // connections, and the disc fits at the position. Required by leg().
    bool stands(const Plan& plan, const Stand& stand) const;
    // The next leg of a plan with nodes, and where it leads to, by `stand`; `arrived`: to the goal.
    //
    // Legs are pieces of path(): each ends where that has been settled, whatever comes after, so
    // that they meet without a corner that is not pulled tight. A point's leg ends at a
    // corner that the path turns at, a disc's within a line between two arcs; of those that are
    // settled, at the one nearest to the next node. It has a length, unless the ends are equal.
    //
    // Another status than found: the plan is of no use for this.
    Path leg(Plan& plan, Stand& stand, bool& arrived, const Point& goal);

   private:
    struct Scratch;
    struct Join;
    void join(const Point& p, const Location& at, double radius, std::vector<Join>& out) const;
    bool follow(const Join& join, const Point& end, double radius, bool backwards, Path& out);
    NodeId search(const Point& goal, double radius, double& length, SearchStats& stats);
    // Makes `last` the shortest path where that is worth a search.
    void refine(Plan& plan, const Point& goal);
    void walk(Plan& plan);
    void finish(Plan& plan, const Point& goal);
    std::vector<Segment> slack(const Plan& plan) const;
    double fitting(const Plan& plan, const Point& at) const;
    std::size_t settled(const Plan& plan, const Stand& stand, std::size_t end, double radius);
    bool cut_line(const Plan& plan, const Point& near, std::size_t settled, Stand& stand,
                  std::vector<Segment>& path) const;
    bool cut_corner(const Plan& plan, const Point& near, std::size_t settled, Stand& stand,
                    std::vector<Segment>& path) const;
    std::size_t holding(const Plan& plan, std::size_t from, const Segment& line,
                        const Point& place) const;
    const World& world_;
    const Hierarchy& hierarchy_;
    ExactSearch exact_;
    std::unique_ptr<Scratch> scratch_;
  };

  // The position of a node.
  Point node(NodeId i) const { return nodes_[i].place; }
  std::vector<NodeId> live_nodes() const;
  // Both ends, of each edge once that has a way for the radius.
  std::vector<std::pair<NodeId, NodeId>> live_edges(double radius) const;
  double length(NodeId u, NodeId v, double radius) const;  // infinity: no way
  ClusterId cluster_of(TriangleId slot) const {
    return slot < clusters_.end_id() ? clusters_[slot] : none;
  }
  // How much longer than straight cached paths are on average; 1 to 2.
  double stretch() const;
  HierarchyQuality quality() const;  // cheap
  HierarchyStats stats() const;

 private:
  friend class Query;
  struct Edge {
    NodeId u, v;  // none: a free slot
    bool pending;
    std::uint32_t stamp;    // of the answer; filings of another one are stale
    std::uint64_t since;    // generation of the answer
    std::vector<Way> ways;  // from u to v
    // No way over an obstacle that went is shorter when it is longer than this for a point.
    double room = 0;
  };
  // An edge as seen from one of its ends.
  struct Link {
    double length;  // of its first way; infinity: none
    NodeId to;
    EdgeId edge;
  };
  struct Node {
    Point place;
    double reach;      // the largest disc that fits; of no meaning for one radius
    ClusterId a, b;    // its clusters; a == none: a free slot
    Index in_a, in_b;  // its numbers in Cluster::nodes, by settle()
  };
  // An edge between two nodes of a cluster as a search sees it. `far` says which clusters of the
  // second node it runs in (1: a, 2: b).
  struct Hop {
    Index edge : 30, far : 2;
    EdgeId edge_id() const { return EdgeId(edge); }
  };
  struct Cluster {
    std::vector<NodeId> nodes;
    // By settle(): in a row for each node its hops to all nodes, and their lengths (infinity:
    // there is none).
    std::vector<Point> places;
    std::vector<double> lengths;
    std::vector<Hop> hops;
    // Triangles that portals connect with a node; in a row for each of them its bearings for all
    // nodes (src/search/approach.hpp); for each node the triangle beyond the border that holds it.
    std::vector<TriangleId> triangles, beyond;
    std::vector<float> excess;
    std::vector<std::uint16_t> next;
    Index size = 0, cut = 0;                   // triangles; their sides that are portals to others
    Index base_size = 0, base_cut = 0;         // when it was last cut
    bool is_stale = false, has_moved = false;  // hops to be listed, bearings to be taken again
  };
  // Two clusters and the portals between them.
  using Borders = std::vector<std::pair<std::pair<ClusterId, ClusterId>, std::vector<HalfEdgeId>>>;
  class Change;
  void reset() noexcept;
  NodeId add_node(const Point& place, double reach, ClusterId a, ClusterId b);
  void remove_node(NodeId node);
  void clear(const World& world, IdVector<TriangleId, ClusterId> cluster_of_slot);
  void check(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
             const HierarchyState& state) const;
  void validate_clusters(const Mesh& mesh) const;
  void validate_nodes() const;
  void validate_edges(const Mesh& mesh) const;
  void validate_settled(ClusterId cluster) const;
  Borders borders_of(const World& world, std::span<const TriangleId> slots) const;
  void choose(const World& world, ClusterId a, ClusterId b, const std::vector<HalfEdgeId>& portals);
  Index sides(NodeId node, NodeId other) const;
  void mark(ClusterId cluster, bool has_moved);
  void list_hops(ClusterId cluster);
  void take_bearings(ClusterField& approach, ClusterId cluster);
  void ask(EdgeId edge);
  bool is_shut_in(const World& world, const Point& place) const;
  void weigh(EdgeId edge, double length);
  EdgeId find(NodeId u, NodeId v) const;
  const Way* way(EdgeId edge, double radius) const;
  bool stand_on(const World& world, HalfEdgeId portal, double radius, Point& place,
                double& reach) const;
  double reach_of(const World& world, const Point& place) const;
  void file(const World& world, EdgeId edge);
  void label(TriangleId slot, ClusterId cluster);
  void count_cut(const Mesh& mesh, TriangleId slot);
  void label_new(const World& world);
  void ask_shorter(const Obstacles& removed);
  bool survives(const World& world, EdgeId edge, std::span<const Handle> added);
  double cut_quality(std::size_t clusters) const;
  double target() const;
  bool needs_cutting(const Cluster& cluster) const;
  ClusterId closest_neighbour(const Mesh& mesh, ClusterId cluster,
                              std::span<const TriangleId> slots) const;

  RadiusRange radii_;
  Index per_border_;
  double tolerance_;
  IdVector<TriangleId, ClusterId> clusters_;     // by slot
  IdVector<TriangleId, std::uint64_t> changed_;  // by slot: generation of the last edit there
  IdVector<TriangleId, std::uint8_t>
      cut_of_;                          // by slot: its sides that are portals to other clusters
  IdVector<TriangleId, Index> number_;  // by slot: in Cluster::triangles; none: in none
  IdVector<ClusterId, Cluster> groups_;
  IdVector<NodeId, Node> nodes_;
  IdVector<NodeId, std::vector<Link>> links_;
  IdVector<EdgeId, Edge> edges_;
  std::vector<NodeId> free_nodes_;
  std::vector<EdgeId> free_edges_, pending_;
  std::vector<ClusterId> stale_;    // clusters that settle() has to look at
  std::vector<ClusterId> touched_;  // clusters that edits have changed; with repetitions
  IdVector<TriangleId, std::vector<std::pair<EdgeId, std::uint32_t>>> filed_;  // edges by slot
  double walked_ = 0, straight_ = 0;  // sums over edges with a path: lengths, distances
  double target_ = 0, quality_ = 0;   // at partition(): mean size, cut_quality()
  std::size_t triangles_ = 0, cuts_ = 0, live_nodes_ = 0, repaired_ = 0, recuts_ = 0;
  std::uint64_t generation_ = 0;
  bool partitioned_ = false, lost_ = false;
};

}  // namespace clearway
