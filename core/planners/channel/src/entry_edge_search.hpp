// A* over directed entry edges: a node is a half-edge by which the disc enters a triangle. The path
// cost is that of a channel metric, the heuristic the weighted straight distance to the goal.
//
// A disc that has entered a triangle leaves it around one of the two ends of the entry edge, if it
// fits there (Clearance::turn_width); so what it can pass depends on the entry edge alone, and each
// entry edge is expanded at most once.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/heap.hpp"
#include "channel_metric.hpp"
#include "clearance/clearance.hpp"
#include "clearway/base/status.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"
#include "mesh/half_edge_order.hpp"
#include "planners/common/dead_ends.hpp"
#include "world/access.hpp"

namespace clearway {

// The arrays of the search, kept between queries.
class EntryEdges {
 public:
  explicit EntryEdges(const Mesh& mesh) : heap(ByPlace{&mesh}) {}

  // Begins a query: all half-edges are untouched, no triangle contains an end.
  void begin(const Mesh& mesh);

  // The cheapest known channel to a half-edge.
  struct Node {
    double cost;
    Point at;           // the metric's point
    HalfEdgeId parent;  // none: entered from the triangle of the start
    std::uint32_t stamp;
  };
  bool is_open(const Node& node) const { return node.stamp == query_; }
  bool is_closed(const Node& node) const { return node.stamp == query_ + 1; }
  void open(Node& node, double cost, const Point& at, HalfEdgeId parent) const {
    node = {cost, at, parent, query_};
  }
  void close(Node& node) const { node.stamp = query_ + 1; }

  // A triangle that contains both ends counts as the goal's once both are marked in this order.
  void mark_start(TriangleId t) { ends_[t] = query_; }
  void mark_goal(TriangleId t) { ends_[t] = query_ + 1; }
  bool has_start(TriangleId t) const { return ends_[t] == query_; }
  bool has_goal(TriangleId t) const { return ends_[t] == query_ + 1; }

  IdVector<HalfEdgeId, Node> nodes;  // by half-edge
  Heap<HalfEdgeId, ByPlace> heap;

 private:
  IdVector<TriangleId, std::uint32_t> ends_;  // by triangle
  std::uint32_t query_ = 0;                   // even
};

class EntryEdgeSearch {
 public:
  // The disc fits at the goal; the edges have begun a query, with the triangles of both ends
  // marked, and so have the dead ends. A disc that has entered a dead end cannot turn back, so that
  // barring those without the goal changes no channel.
  EntryEdgeSearch(const World& world, EntryEdges& edges, const DeadEnds& dead_ends,
                  const Point& goal, double radius, const SearchOptions& options)
      : world_(world),
        mesh_(world.mesh()),
        clearance_(clearance_of(world)),
        edges_(edges),
        dead_ends_(dead_ends),
        metric_{mesh_, goal, radius, options.metric},
        weight_(options.weight),
        options_(options),
        half_time_(options.has_deadline() ? options.half_time() : options.deadline) {}

  // Opens the entry edges that the disc can cross from the start, where it fits.
  void depart(const LocatedPoint& start, SearchStats& stats);
  // Returns the half-edge by which the disc enters a triangle of the goal from which it reaches the
  // goal, or none. Its channel follows from the parents. After `limit` expansions the edge nearest
  // to the goal is expanded first, whatever its cost; also after half of the time until the
  // deadline. The search ends at the deadline, without a result.
  HalfEdgeId run(std::uint64_t limit, SearchStats& stats);
  bool is_late() const { return is_late_; }

 private:
  // Whether the disc can turn around the corner where e starts.
  bool can_turn(HalfEdgeId e) const {
    if (metric_.radius > 0 && clearance_.is_on())
      return clearance_.turn_width(e) >= 2 * metric_.radius;
    return !mesh_.constrained(e) && !mesh_.constrained(Mesh::prev(e));
  }
  void relax(HalfEdgeId e, const Point& from, double cost, HalfEdgeId parent, SearchStats& stats);

  const World& world_;
  const Mesh& mesh_;
  const Clearance& clearance_;
  EntryEdges& edges_;
  const DeadEnds& dead_ends_;
  const ChannelMetric metric_;
  const double weight_;
  const SearchOptions& options_;
  const SearchOptions::Time half_time_;
  bool is_greedy_ = false, is_late_ = false;
  // The most promising new entry: often it is expanded next and bypasses the heap.
  static constexpr Entry<HalfEdgeId> nothing{std::numeric_limits<double>::infinity(), none};
  Entry<HalfEdgeId> next_ = nothing;
  const ByPlace before_{&mesh_};
};

}  // namespace clearway
