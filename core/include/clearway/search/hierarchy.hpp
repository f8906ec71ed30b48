// Planner "thpa*" (Bhathena, chapters 4 to 6): the free triangles in clusters, a few places
// on the borders between clusters as abstract nodes, and shortest paths between the nodes of
// a cluster, with their true lengths for one radius, kept. Made for one radius; docs/thpa.md
// says what the document left open and what was chosen.
//
// A question searches the nodes only. The ends are joined to the nodes of their clusters by
// estimates, and a path is computed for a join only when it is on the best plan; when it
// turns out much longer than estimated, another plan is looked for. So two or three short
// exact searches are enough.
// The channels of its edges, one after the other, are then pulled tight by the funnel.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/mesh/world.hpp"
#include "clearway/path/disc_funnel.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

// Shortest paths for the radius of a hierarchy, with their channels.
using ExactSearch = std::function<Path(const Point&, const Point&)>;

// Where a question goes by: found, or the status that an exact search gives. Nodes are in
// order; `direct` holds the whole path when no node is needed.
struct Plan {
  Status status = Status::no_path;
  double length = 0.0;  // of the plan; the path pulled tight is no longer
  std::vector<Index> nodes;
  Path direct, first, last;  // from the start to the first node, from the last to the goal
  SearchStats stats;
};

// A hierarchy without its triangles: nodes and edges by their places in these lists.
struct HierarchyState {
  std::vector<Point> places;
  std::vector<std::pair<Index, Index>> borders;  // clusters of the nodes
  std::vector<std::pair<Index, Index>> edges;
  std::vector<Path> paths;  // of the edges; their channels are triangles of the mesh
};

struct HierarchyStats {
  std::size_t clusters, nodes, edges, repaired, bytes;
  double decay;  // share of today's nodes that edits have lost or added since partition()
};

class Hierarchy {
 public:
  // `per_border`: at most this many nodes on the border of two clusters.
  Hierarchy(double radius, Index per_border);
  ~Hierarchy();

  double radius() const { return radius_; }

  // Gives each slot of the mesh its cluster (none: not free), chooses nodes anew and leaves
  // all their edges to be computed.
  void partition(const World& world, std::vector<Index> cluster_of_slot);

  // What partition() and keep() have made; and the same again on an equal mesh, by the slots of
  // that mesh. Edges that the state does not have are left to be computed.
  HierarchyState state() const;
  void restore(const World& world, std::vector<Index> cluster_of_slot, HierarchyState state);

  // Edges still to be computed; and computes some: number `i` is what `edge(i)` asks for.
  // Answers may be found in any order by any thread, and are then handed over by keep().
  std::vector<std::pair<Point, Point>> pending(std::size_t most) const;
  void keep(const World& world, std::vector<Path> answers);  // for the first pending ones
  std::size_t pending() const;

  // After an edit: clusters of new triangles, nodes lost and found, edges to be computed
  // again. Cost: what the edit touched, and one look at each edge when something went.
  void edited(const World& world, const Obstacles& removed);

  // One object a thread.
  class Query {
   public:
    Query(const World& world, const Hierarchy& hierarchy, ExactSearch exact);
    ~Query();
    Plan plan(const Point& start, const Point& goal);
    // The whole path of a plan, pulled tight.
    Path path(const Plan& plan, const Point& start, const Point& goal);
    // The way from `at`, which is on leg `leg` of the plan (0: before its first node), to
    // about its end: pulled tight as far as the end of the leg after it, cut where it comes
    // nearest to the node between.
    Path leg(const Plan& plan, std::size_t leg, const Point& at, const Point& goal);

   private:
    struct Scratch;
    const World& world_;
    const Hierarchy& hierarchy_;
    ExactSearch exact_;
    std::unique_ptr<Scratch> scratch_;
  };

  // A node's place; its two clusters.
  Point node(Index i) const { return nodes_[i].place; }
  std::vector<Index> live_nodes() const;
  // Both ends, of each edge once; by edge number.
  std::vector<std::pair<Index, Index>> live_edges() const;
  double length(Index u, Index v) const;  // infinity: no edge
  Index cluster_of(Index slot) const { return slot < clusters_.size() ? clusters_[slot] : none; }
  // How much longer than straight cached paths are, on the whole; 1 to 2.
  double stretch() const;
  HierarchyStats stats() const;

 private:
  friend class Query;
  struct Edge {
    Index u, v;  // none: a free slot
    double length;
    bool pending;
    std::uint32_t stamp;         // of the answer; filings of another one are stale
    std::vector<Index> channel;  // triangles from u to v
    std::vector<Segment> segments;
  };
  struct Link {  // an edge as one of its ends sees it
    double length;
    Index to, edge;
  };
  struct Node {
    Point place;
    Index a, b;  // its clusters; a == none: a free slot
    std::vector<Link> links;
  };
  Index add_node(const Point& place, Index a, Index b);
  void remove_node(Index node);
  void clear(const World& world, std::vector<Index> cluster_of_slot);
  void choose(const World& world, Index a, Index b, std::vector<Index> doors);
  void ask(Index edge);
  void weigh(Index edge, double length);
  const Edge* find(Index u, Index v) const;
  bool stand_on(const World& world, Index door, Point& place) const;

  double radius_;
  Index per_border_;
  std::vector<Index> clusters_;              // by slot
  std::vector<std::vector<Index>> members_;  // nodes by cluster
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Index> free_nodes_, free_edges_, pending_;
  std::vector<std::vector<std::pair<Index, std::uint32_t>>> filed_;  // edges by slot
  double walked_ = 0, straight_ = 0;  // sums over edges with a path: lengths, distances
  std::size_t live_nodes_ = 0, changed_nodes_ = 0, repaired_ = 0;
};

}  // namespace clearway
