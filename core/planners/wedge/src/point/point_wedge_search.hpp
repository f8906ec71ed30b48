// The exact search for points, in the manner of Polyanya (Cui, Harabor and Grastien 2017): wedges
// of directions seen through portals. Every side is decided exactly.
//
// A wedge is bounded by two rays from a root, the place where the path last bent. A wedge crosses
// triangles without being queued until it contains a corner. There it is split, and both halves are
// queued. A corner that bounds a wedge is a candidate for the next root; it is queued as well, and
// what is visible from it is computed when it is popped.
//
// With a radius, it searches for the path of a point that uses only what the disc can pass: portals
// and turns that are wide enough (clearance/clearance.hpp), and the disc's departures from both
// ends (query/exact_departures.hpp). Such a path is no longer than the disc's, and shorter by at
// most 2 pi r per corner.
#pragma once

#include <limits>
#include <unordered_map>
#include <vector>

#include "../wedge_search.hpp"
#include "edge_sight.hpp"
#include "planners/queue.hpp"
#include "steps.hpp"

namespace clearway {

class PointWedgeSearch final : public WedgeSearch {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

 public:
  explicit PointWedgeSearch(const World& world)
      : world_(world), mesh_(world.mesh()), steps_(world) {}

  void set_deterministic(bool is) override { steps_.set_deterministic(is); }
  void begin(const LocatedPoint& start, double radius, Goals& goals, SearchStats& stats) override;
  double run_until(std::size_t open, std::uint64_t limit) override;
  bool accept_known_path() override;
  void switch_to_greedy() override;
  double length(GoalId goal) const override;
  void write(GoalId goal, const Point& start, Path& path) const override;

 private:
  // Where the path last bent.
  struct Root {
    Point at;
    double cost;      // from the start
    double away;      // from the only goal, straight
    Index parent;     // root before; none for the start
    VertexId corner;  // none for the start
  };

  // wedge: between the rays from the root through the corners `left` and `right`, which has
  // run from the half-edge ahead `first` to `last`, where it parts at the apex; with the ends
  // of the edge entered over there. The root's own corner stands for the ray on which the
  // path came to it.
  // bend: around the corner `left` of the edge over which `first` enters; `right` is the
  // other end. goal: straight to the goal number `left`, in the triangle of `first`.
  struct Node {
    enum Kind : std::uint8_t { wedge, bend_left, bend_right, goal };
    VertexId left, right, left_end, right_end;
    HalfEdgeId first, last;
    Index root, parent;
    Kind kind;
    bool is_left_on, is_right_on;  // whether the rays run through the ends
    GoalId goal_id() const { return GoalId(left.number()); }
  };

  // How a disc leaves the start and comes to the goals: half-edges of the triangles left.
  struct Portals {
    std::vector<HalfEdgeId> out;
    IdVector<GoalId, std::vector<HalfEdgeId>> in;  // by goal
    std::vector<HalfEdgeId> turns;                 // that a disc so near to the gate can make
    IdVector<GoalId, char> is_direct;              // by goal: inside the triangle of both
  };

  // An end of an edge.
  struct End {
    VertexId corner;
    Point at;
  };

  // Values are of the query that has written them.
  struct Corner {
    double cost;  // as a root
    double seen;  // straight from some root: a root may yet come cheaper
    std::uint32_t query = 0;
  };

  // The free space around a corner, in sectors between walls. shut: a triangle there has a turn
  // that is.
  enum Surroundings : std::uint8_t { unknown, post, sector, several, shut };

  End end(VertexId corner) const { return {corner, mesh_.point(corner)}; }
  Ray ray(const Root& root, VertexId corner) const {
    return corner == root.corner ? Ray{roots_[root.parent].at, root.at}
                                 : Ray{root.at, mesh_.point(corner)};
  }
  Corner& best(VertexId corner) {
    Corner& c = corners_[corner];
    if (c.query != query_) c.cost = c.seen = infinity, c.query = query_;
    return c;
  }
  void find_portals(const LocatedPoint& start, double width, const Goals& goals);
  bool is_way_out(HalfEdgeId exit) const;
  bool is_way_in(GoalId goal, HalfEdgeId ahead) const;
  Surroundings around(VertexId corner) {
    if (kinds_[corner] == unknown) kinds_[corner] = look_around(corner);
    return kinds_[corner];
  }
  Surroundings look_around(VertexId corner) const;
  // Whether the free space around the corner is in one piece: who reaches it can leave it by
  // any edge.
  bool is_simple(VertexId corner) { return around(corner) < several; }
  // Cost of the best root there. Where turns are shut it is kept by the turn and the step with
  // which the fan begins: what else can be left by differs.
  double& cost_of(VertexId corner, Node::Kind kind, HalfEdgeId step) {
    Corner& c = best(corner);
    if (width_ == 0 || around(corner) != shut) return c.cost;
    const std::uint64_t key =
        (std::uint64_t{corner.number()} << 32 | step.number()) << 1 | (kind == Node::bend_left);
    return turn_costs_.try_emplace(key, infinity).first->second;
  }
  void note(VertexId corner, double cost) {
    if (Corner& c = best(corner); cost < c.seen) c.seen = cost;
  }
  // As Ray::side: the filter's bound is the same for all of the world.
  int side(const Ray& ray, const Point& p) const {
    const double det =
        (ray.from.x - p.x) * (ray.to.y - p.y) - (ray.from.y - p.y) * (ray.to.x - p.x);
    if (det > unsure_) return 1;
    if (det < -unsure_) return -1;
    return ray.side(p);
  }
  Root root_at(const Point& p, double cost, Index parent, VertexId corner) const {
    return {p, cost, has_many_ ? 0.0 : clearway::length(p, (*goals_)[GoalId(0)]), parent, corner};
  }
  bool is_rival(const Root& root, const End& end) const;
  bool is_dominated(const Root& root, const End& end, const Point& far);
  double expand_until(std::size_t open, std::uint64_t limit);
  void push(const Node& node, double f);
  void queue(Index node, double f);
  double weighted(const Entry<Index>& e) const;
  bool is_dominated(const Root& root, const EdgeSight& sight, VertexId left_end,
                    VertexId right_end);
  void part(Index node);
  void run(const Node& node, EdgeSight&& sight);
  void see_goals(const Ray& left, const Ray& right, HalfEdgeId step, Index root, Index parent);
  void push_bend(const End& corner, VertexId beside, Node::Kind kind, HalfEdgeId step, Index root,
                 Index parent);
  void bend(Index node);
  bool is_held(VertexId corner, const Ray& arrival, int side);
  void follow_run(const Node& node, TriangleId last, std::vector<TriangleId>& channel) const;
  void follow_fan(VertexId corner, bool ccw_first, TriangleId last,
                  std::vector<TriangleId>& channel) const;

  const World& world_;
  const Mesh& mesh_;
  PointSteps steps_;
  double width_ = 0.0;  // of the disc
  Portals portals_;
  std::unordered_map<std::uint64_t, double> turn_costs_;
  double unsure_ = 0.0;  // no rounded orientation of points of this world is off by more
  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  bool has_many_ = false;  // goals
  double weight_ = 1.0;
  double known_ = 0.0;  // length of the best path so far to the only goal
  Index known_node_ = none;
  std::uint32_t query_ = 0;
  IdVector<VertexId, Surroundings> kinds_;  // by vertex, in this version of the world
  IdVector<VertexId, Corner> corners_;      // by vertex
  std::vector<Root> roots_;
  bool is_start_off_ = false;  // world/input_side.hpp
  std::vector<Node> nodes_;
  Queue queue_;           // wedges and bends
  Heap<Index> arrivals_;  // goals, exactly in order
};

}  // namespace clearway
