// The sides of the mesh that a weighted search has met, each divided into intervals.
#pragma once

#include <vector>

#include "linear_bound.hpp"
#include "planners/weighted/weighted_regions.hpp"

namespace clearway {

using IntervalId = Id<struct IntervalTag>;
using IntervalEdgeId = Id<struct IntervalEdgeTag>;  // an edge that is divided into intervals
using StateId = Id<struct StateTag>;

// A state is an interval with the side to which it is crossed: 0 into the triangle of the edge's
// half-edge, 1 into that of its twin.
inline StateId state_of(IntervalId interval, Index side) {
  return StateId(2 * interval.number() + side);
}
inline IntervalId interval_of(StateId state) { return IntervalId(state.number() >> 1); }
inline StateId opposite(StateId state) { return StateId(state.number() ^ 1); }

class EdgeIntervals {
 public:
  explicit EdgeIntervals(const WeightedRegions& regions);

  // The intervals of the edge of e, in the order of its half-edge. A new edge is one interval.
  IdRange<IntervalId> of(HalfEdgeId e);
  bool contains(HalfEdgeId e) const;
  std::size_t size() const { return intervals_.size(); }

  EdgePart stretch(IntervalId i) const;
  // Its ends as distances along the edge.
  double from(IntervalId i) const { return intervals_[i].from; }
  double to(IntervalId i) const { return intervals_[i].to; }
  // The half-edge of the triangle that is entered.
  HalfEdgeId entered(StateId state) const;
  // The state of the interval in which the triangle of e is entered; e is one of the edge's two.
  StateId entering(IntervalId i, HalfEdgeId e) const;

  // Bounds on the rest of a route, found by the last round, at the ends of the state's interval.
  std::span<const LinearBound> guides(StateId state) const;
  bool has_guides() const { return has_guides_; }

  // Divides each interval into pieces[i] >= 1 equal ones; 0 removes it. `bounds`: what the round
  // has found for each state, of which the opposite state of the next round takes its guides.
  void divide(const IdVector<IntervalId, Index>& pieces,
              const IdVector<StateId, std::vector<LinearBound>>& bounds);

 private:
  struct Edge {
    HalfEdgeId half_edge;
    Point a, b;
    double length;
    IntervalId first;
    Index count;
  };
  struct Interval {
    IntervalEdgeId edge;
    double from, to;
  };
  HalfEdgeId key(HalfEdgeId e) const;

  const Mesh& mesh_;
  IdVector<HalfEdgeId, IntervalEdgeId> edge_of_;  // by the smaller half-edge; none
  IdVector<IntervalEdgeId, Edge> edges_;
  IdVector<IntervalId, Interval> intervals_;
  bool has_guides_ = false;
  IdVector<StateId, std::pair<Index, Index>> guides_;  // first and end in values_
  std::vector<LinearBound> values_;
};

}  // namespace clearway
