// One round of a weighted search in a mesh with thin triangles: A* over intervals of its sides. It
// is slower than beams, but has no directions that rounding could turn.
//
// A label is a linear lower bound on the cost of reaching the points of an interval on a route
// that then crosses it into one of its triangles. Expanding a label spreads its bound (Spread) to
// the intervals of the other sides of that triangle. If the triangle is cheaper than the one that
// the route came from, the route may also run along the side and turn back: at the critical angle.
// A label is dropped if another of its state is not above it at both ends. The estimate adds a
// bound on the rest: the straight distance at the least factor, or what the round before, which ran
// from the other end, has found.
//
// Labels with an estimate of `prune` or more are dropped, so a route that is not found costs at
// least that.
#pragma once

#include <cstdint>
#include <vector>

#include "base/heap.hpp"
#include "edge_intervals.hpp"
#include "route.hpp"
#include "route_end.hpp"

namespace clearway {

using IntervalLabelId = Id<struct IntervalLabelTag>;

class IntervalSearch {
 public:
  // All must outlive it. `is_reversed`: `from` is where routes end.
  IntervalSearch(const WeightedMesh& mesh, EdgeIntervals& intervals, const RouteEnd& from,
                 const RouteEnd& to, bool is_reversed, Budget& budget);

  enum class Outcome : std::uint8_t { route, exhausted, stopped };
  // Runs until the next route is found, until no label is below `prune`, or until the budget is
  // spent. `prune` may fall between calls.
  Outcome run(double prune);
  // After `route`: its bound; the first is a lower bound on all. After `stopped`: what is left
  // costs at least this.
  double bound() const { return bound_; }
  // The last route: its crossings, and in which triangle it starts.
  std::vector<RouteCrossing> route(TriangleId& first) const;

  // Divides the intervals for the next round: those whose bounds are off by more than `slack`, or
  // by half as much as the worst. Returns whether any was divided.
  bool divide(double prune, double slack);

 private:
  struct Label {
    StateId state;  // none: the goal
    LinearBound bound;
    double estimate, slack;
    IntervalLabelId parent;  // none: the start
    IntervalLabelId next;    // of the same state
    TriangleId first;        // without a parent: the triangle of the start
    bool is_dead;
  };

  void expand(IntervalLabelId label);
  void spread(const class Spread& spread, TriangleId triangle, HalfEdgeId entered,
              IntervalLabelId parent, double estimate);
  void add(StateId state, const LinearBound& bound, IntervalLabelId parent, TriangleId first,
           double estimate, const class Spread* exact);
  void add_goal(double cost, IntervalLabelId parent, TriangleId first, double estimate);
  double estimate_of(StateId state, const EdgePart& stretch, const LinearBound& bound) const;
  bool admit(StateId state, LinearBound& bound, double& slack);
  // Whether the search may leave a triangle through this side.
  bool may_leave(HalfEdgeId side) const {
    if (!is_reversed_) return mesh_.regions.is_open(side);
    const HalfEdgeId twin = mesh_.mesh.twin(side);
    return twin != none && mesh_.regions.is_open(twin);
  }

  const WeightedMesh& mesh_;
  EdgeIntervals& intervals_;
  const RouteEnd &from_, &to_;
  const bool is_reversed_;
  Budget& budget_;
  double prune_ = 0.0, bound_ = 0.0;
  IntervalLabelId last_ = none;  // the label of the last route
  IdVector<IntervalLabelId, Label> labels_;
  IdVector<StateId, IntervalLabelId> lists_;  // the first label of each state
  Heap<IntervalLabelId> open_;
};

}  // namespace clearway
