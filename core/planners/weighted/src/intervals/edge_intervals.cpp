#include "edge_intervals.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"

namespace clearway {

EdgeIntervals::EdgeIntervals(const WeightedRegions& regions)
    : mesh_(regions.world().mesh()), edge_of_(mesh_.half_edge_slots(), none) {}

HalfEdgeId EdgeIntervals::key(HalfEdgeId e) const { return std::min(e, mesh_.twin(e)); }

bool EdgeIntervals::contains(HalfEdgeId e) const { return edge_of_[key(e)] != none; }

IdRange<IntervalId> EdgeIntervals::of(HalfEdgeId e) {
  const HalfEdgeId k = key(e);
  IntervalEdgeId& id = edge_of_[k];
  if (id == none) {
    if (has_guides_) return IdRange<IntervalId>(IntervalId(0), IntervalId(0));
    id = edges_.end_id();
    const Point a = mesh_.point(mesh_.origin(k)), b = mesh_.point(mesh_.target(k));
    const double length = distance(a, b);
    edges_.push_back({k, a, b, length, intervals_.end_id(), 1});
    intervals_.push_back({id, 0.0, length});
  }
  const Edge& edge = edges_[id];
  return {edge.first, edge.first + edge.count};
}

EdgePart EdgeIntervals::stretch(IntervalId i) const {
  const Interval& interval = intervals_[i];
  const Edge& edge = edges_[interval.edge];
  const auto at = [&](double s) -> Point {
    if (s <= 0) return edge.a;
    if (s >= edge.length) return edge.b;
    const double t = s / edge.length;
    return {edge.a.x + t * (edge.b.x - edge.a.x), edge.a.y + t * (edge.b.y - edge.a.y)};
  };
  return {at(interval.from), at(interval.to)};
}

HalfEdgeId EdgeIntervals::entered(StateId state) const {
  const HalfEdgeId e = edges_[intervals_[interval_of(state)].edge].half_edge;
  return state.number() & 1 ? mesh_.twin(e) : e;
}

StateId EdgeIntervals::entering(IntervalId i, HalfEdgeId e) const {
  return state_of(i, edges_[intervals_[i].edge].half_edge == e ? 0 : 1);
}

std::span<const LinearBound> EdgeIntervals::guides(StateId state) const {
  if (!has_guides_) return {};
  const auto [first, end] = guides_[state];
  return {values_.data() + first, values_.data() + end};
}

void EdgeIntervals::divide(const IdVector<IntervalId, Index>& pieces,
                           const IdVector<StateId, std::vector<LinearBound>>& bounds) {
  IdVector<IntervalId, Interval> old;
  old.swap(intervals_);
  guides_.clear();
  values_.clear();
  const auto guide = [&](StateId from, double low, double high) {
    const auto first = static_cast<Index>(values_.size());
    for (const LinearBound& b : bounds[from])
      values_.push_back({b.from + low * (b.to - b.from), b.from + high * (b.to - b.from)});
    guides_.push_back({first, static_cast<Index>(values_.size())});
  };
  for (const IntervalEdgeId id : edges_.ids()) {
    check_interrupt();
    Edge& edge = edges_[id];
    const IdRange<IntervalId> before(edge.first, edge.first + edge.count);
    edge.first = intervals_.end_id();
    for (const IntervalId i : before) {
      const Index count = pieces[i];
      const double from = old[i].from, width = old[i].to - from;
      for (Index k = 0; k < count; ++k) {
        const double low = static_cast<double>(k) / count,
                     high = static_cast<double>(k + 1) / count;
        intervals_.push_back(
            {id, from + low * width, k + 1 == count ? old[i].to : from + high * width});
        guide(state_of(i, 1), low, high);  // of side 0
        guide(state_of(i, 0), low, high);
      }
    }
    edge.count = static_cast<Index>(intervals_.size()) - edge.first.number();
  }
  has_guides_ = true;
}

}  // namespace clearway
