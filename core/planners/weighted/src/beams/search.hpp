// One round of a weighted search: the continuous Dijkstra method with A*.
//
// Beams spread exactly through triangles of one factor, as the wedges of Polyanya do. A node is
// one of these:
// - a beam that has crossed a side into a triangle of the same factor;
// - a line: a linear lower bound on the cost of crossing a part of a border, a side where the
//   factor changes. Beyond, it is a plane wave in the direction of Snell's law. Where two lines of
//   one beam meet, a fan of lines leaves from their common point;
// - a corner: a vertex where the path bends around walls or changes the factor. Only the cheapest
//   in a sector (beams/vertex_sectors.hpp) is expanded;
// - the goal.
// Each border keeps the lower envelope of its lines (beams/border_costs.hpp), and a line expands
// only the parts of it that are on the envelope.
//
// Rounding never closes a gap: a vertex that is within rounding of a limiting line belongs to the
// beams on both of its sides. docs/explanation/weighted.md has the proof.
#pragma once

#include <cstdint>
#include <vector>

#include "base/heap.hpp"
#include "border_costs.hpp"
#include "corner_exits.hpp"
#include "estimates.hpp"
#include "node.hpp"
#include "route.hpp"
#include "route_end.hpp"
#include "vertex_sectors.hpp"

namespace clearway {

class BeamSearch {
 public:
  // All must outlive it. `error`: by how much a line may be below the cost on a border.
  BeamSearch(const WeightedMesh& mesh, const RouteEnd& from, const RouteEnd& to, double error,
             Budget& budget);

  enum class Outcome : std::uint8_t { route, exhausted, stopped };
  // Runs until the next route is found, until no node is below `prune`, or until the budget is
  // spent. `prune` may fall between calls. Nodes with an estimate of `prune` or more are dropped,
  // so a route that is not found costs at least that.
  Outcome run(double prune);
  // After `route`: its bound; the first is a lower bound on all. After `stopped`: what is left
  // costs at least this.
  double bound() const { return bound_; }
  // The last route: its crossings, and in which triangle it starts.
  std::vector<RouteCrossing> route(TriangleId& first) const;
  // The part of the goal that it leads to, and the point of it where the bound is attained.
  const RouteEnd::Part& goal_part() const;
  Point goal_point() const { return {nodes_[last_].from, nodes_[last_].to}; }

 private:
  using Kind = BeamNode::Kind;
  using Node = BeamNode;
  struct Beam {  // inside a triangle
    BeamRay left, right;
    BeamSource source;
  };
  struct Origin {  // of a new node
    BeamNodeId parent;
    TriangleId first;
    double estimate;
  };

  void start_in(TriangleId triangle);
  void expand_on(BeamNodeId node);
  void expand(BeamNodeId node);
  void expand_beam(BeamNodeId node);
  void expand_line(BeamNodeId node);
  void expand_corner(BeamNodeId node);
  void expand_flat(const VertexSector& sector, const Node& node, const Origin& origin);
  void expand_turn(const VertexSector& sector, const Node& node, const Origin& origin);
  void leave_corner(const CornerExit& exit, const BeamSource& source, const Origin& origin);
  void run_along(HalfEdgeId out, double cost, const Origin& origin);
  void fan(HalfEdgeId entered, double at, double cost, double low, double high,
           const Origin& origin);
  // Spreads a beam through the triangle of `entered`.
  void spread(HalfEdgeId entered, const Beam& beam, const Origin& origin);
  // The part of a side through which a beam leaves its triangle; shares of the length, from the
  // left end.
  void leave(HalfEdgeId side, double from, double to, const BeamSource& source,
             const Origin& origin);
  void cross_border(HalfEdgeId entered, const SidePart& part, const BeamSource& source,
                    double weight, const Origin& origin);
  void add_line(HalfEdgeId entered, const LineCost& line, double left, double right,
                const Origin& origin);
  // A beam of the triangle of `corner` has reached its origin.
  void reach(HalfEdgeId corner, double cost, const Vector& ahead, const Origin& origin);
  void reach_goal(TriangleId triangle, const Beam& beam, const Origin& origin);
  // From a corner, or the start, of the triangle.
  void see_goal(TriangleId triangle, const BeamSource& source, const Origin& origin);
  void add_goal(TriangleId triangle, const Point& at, double cost, const BeamSource& source,
                const Origin& origin);
  void push(const Node& node);

  Vector direction(HalfEdgeId entered, double slope) const;

  const WeightedMesh& mesh_;
  const Point from_;
  const RouteEnd& to_;
  const BeamEstimates estimates_;
  const double error_;
  Budget& budget_;
  double prune_ = 0.0, bound_ = 0.0;
  BeamNodeId last_ = none;  // the node of the last route
  IdVector<BeamNodeId, Node> nodes_;
  Heap<BeamNodeId> open_;
  VertexSectors sectors_;
  BorderCosts borders_;
};

}  // namespace clearway
