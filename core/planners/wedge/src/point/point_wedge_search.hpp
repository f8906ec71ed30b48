// The exact search for points, after Polyanya (Cui, Harabor and Grastien 2017): wedges of
// directions seen through portals. Exact predicates decide every side.
//
// A wedge is bounded by two rays from a root, the point where the path last bent. It advances from
// triangle to triangle without being queued until the apex of a triangle lies inside it and both
// edges there can be crossed. It is queued there with a lower bound on every path through it, and
// split at the apex when it is popped. If only one edge can be crossed, it advances over that one,
// narrowed. A corner at an end of a portal, on the ray that bounds the wedge, is a candidate for
// the next root. It is queued as a bend; what it sees is computed when the bend is popped.
//
// Why the first path popped at a goal is shortest: the bound of a node is at most the length of
// every path that continues it. A shortest path bends only at corners and around obstacles, so it
// is a chain of wedges and bends, and the rules below discard none of them without keeping a path
// that is as short.
//
// Pruning:
// - Bound. With one goal, a node is discarded if its bound is not below the length of a known path.
// - Interval. A wedge is discarded if every point of its interval is reached at less cost from an
//   end of the portal, along the portal. Moving away from that end by dx, the cost along the portal
//   grows by dx and the straight cost from the root by at most dx; so it suffices to compare at the
//   far end of the interval. The path along the portal is legal if the free space around the end is
//   connected: a point that arrives there by any edge can continue on any other. A path through the
//   wedge then has a prefix that is not shortest.
// - Corner. A bend is discarded if a root at its corner has no greater cost. If that root cannot
//   continue where the bend could, the path of the root is not taut, and neither of the two is
//   shortest. It is also discarded if the corner has been reached at less cost in any other way,
//   and the free space around it is connected.
// - Taut paths. A path bends only towards the side on which an obstacle touches the corner, and the
//   fan around a corner ends where the path would turn back.
// - Dead ends without a goal are not entered (planners/dead_ends.hpp).
//
// With a radius the search is for a point that uses only what a disc can pass: turns that are wide
// enough (clearance/clearance.hpp), and the disc's departures and arrivals (disc_portals.hpp). The
// path is no longer than the disc's, and shorter by at most 2 pi r per corner. Corners with turns
// that are shut keep a cost per turn, as different arrivals can continue differently.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "../wedge_search.hpp"
#include "corner_costs.hpp"
#include "corner_surroundings.hpp"
#include "disc_portals.hpp"
#include "planners/bucket_queue.hpp"
#include "point_nodes.hpp"
#include "point_path.hpp"
#include "point_steps.hpp"

namespace clearway {

class PointWedgeSearch final : public WedgeSearch {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

 public:
  explicit PointWedgeSearch(const World& world)
      : world_(world),
        mesh_(world.mesh()),
        steps_(world),
        portals_(world),
        surroundings_(mesh_, steps_) {}

  void set_deterministic(bool on) override { steps_.set_deterministic(on); }
  void begin(const LocatedPoint& start, double radius, Goals& goals, SearchStats& stats) override;
  double run_until(std::size_t open_goals, std::uint64_t max_expansions) override;
  bool accept_known_path() override;
  void switch_to_greedy() override;
  double length(GoalId goal) const override;
  void write(GoalId goal, const Point& start, Path& path) const override;

 private:
  using Root = PointRoot;
  using Node = PointNode;

  // An end of a portal.
  struct End {
    VertexId corner;
    Point at;
  };

  End end(VertexId corner) const { return {corner, mesh_.point(corner)}; }
  Ray ray(const Root& root, VertexId corner) const {
    return boundary_ray(mesh_, roots_, root, corner);
  }
  // Cost of the best root at the corner that can continue as this bend can.
  double& root_cost(VertexId corner, Node::Kind kind, HalfEdgeId step) {
    CornerCosts::Cost& c = costs_.of(corner);
    if (width_ == 0 || surroundings_.of(corner).kind != CornerSurroundings::shut) return c.root;
    return costs_.of_turn(corner, step, kind == Node::bend_left);
  }
  // As Ray::side, with one error bound for all points of the world.
  int side(const Ray& ray, const Point& p) const {
    const double det =
        (ray.from.x - p.x) * (ray.to.y - p.y) - (ray.from.y - p.y) * (ray.to.x - p.x);
    if (det > orientation_error_) return 1;
    if (det < -orientation_error_) return -1;
    return ray.side(p);
  }
  Root root_at(const Point& p, double cost, PointRootId parent, VertexId corner) const {
    return {p, cost, has_many_goals_ ? 0.0 : clearway::length(p, (*goals_)[GoalId(0)]), parent,
            corner};
  }

  double expand_until(std::size_t open_goals, std::uint64_t max_expansions);
  void push(const Node& node, double f);
  void queue(SearchNodeId node, double f);
  double weighted(const Entry<SearchNodeId>& e) const;

  void push_goal(GoalId goal, const Point& end, HalfEdgeId step, PointRootId root,
                 SearchNodeId parent);
  void settle(SearchNodeId node);
  std::optional<Point> nearest_seen(const Ray& left, const Ray& right, const Point& root,
                                    const FreePart& goal) const;
  void advance(const Node& first, PortalInterval interval);
  void wait(SearchNodeId node, HalfEdgeId at, VertexId left_end, VertexId right_end,
            const PortalInterval& interval, double f);
  double estimate(const Root& root, const PortalInterval& interval) const;
  void split(SearchNodeId node);
  void add_goals(const Ray& left, const Ray& right, HalfEdgeId step, PointRootId root,
                 SearchNodeId parent);
  void add_bend(const End& corner, VertexId other_end, Node::Kind kind, HalfEdgeId step,
                PointRootId root, SearchNodeId parent);
  void bend(SearchNodeId node);

  bool is_rival(const Root& root, const End& end) const;
  bool is_dominated(const Root& root, const End& end, const Point& far);
  bool is_dominated_over(const End& end, const Point& far, const Root& root) {
    return is_rival(root, end) && is_dominated(root, end, far);
  }
  bool is_dominated_at(const End& apex, const End& other, const Point& far, const Root& root);
  bool may_bend(VertexId corner, PointRootId from) {
    return surroundings_.may_bend(corner) || (from == PointRootId(0) && is_start_displaced());
  }
  bool is_taut(VertexId corner, const Ray& arrival, int turn, PointRootId root);
  bool is_start_displaced();

  const World& world_;
  const Mesh& mesh_;
  PointSteps steps_;
  double width_ = 0.0;  // of the disc
  DiscPortals portals_;
  CornerSurroundings surroundings_;
  CornerCosts costs_;
  double orientation_error_ = 0.0;  // of the rounded orientation of points of this world
  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  bool has_many_goals_ = false;
  double weight_ = 1.0;        // of the heuristic
  double known_length_ = 0.0;  // of the best known path to the only goal
  SearchNodeId known_node_ = none;
  PointRoots roots_;
  LocatedPoint start_{};
  // By rounding, out of its triangle (world/input_side.hpp). Computed on demand.
  enum class Displaced : std::uint8_t { unknown, yes, no } start_displaced_ = Displaced::unknown;
  PointNodes nodes_;
  std::vector<Point> goal_ends_;  // of goal nodes whose goals are segments
  BucketQueue queue_;             // wedges and bends
  Heap<SearchNodeId> arrivals_;   // goal nodes, exactly ordered
  mutable PointPathWriter writer_;
};

}  // namespace clearway
