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
// Pruning (dominance.hpp, bends.hpp):
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
// - Dead ends without a goal are not entered (planners/common/dead_ends.hpp).
//
// With a radius the search is for a point that uses only what a disc can pass: turns that are wide
// enough (clearance/clearance.hpp), and the disc's departures and arrivals (disc_portals.hpp). The
// path is no longer than the disc's, and shorter by at most 2 pi r per corner. Corners with turns
// that are shut keep a cost per turn, as different arrivals can continue differently.
#pragma once

#include "../wedge_search.hpp"
#include "bends.hpp"
#include "channel_search.hpp"
#include "fans.hpp"
#include "path.hpp"
#include "seen_goals.hpp"
#include "state.hpp"
#include "wedges.hpp"

namespace clearway {

class PointWedgeSearch final : public WedgeSearch {
 public:
  explicit PointWedgeSearch(const World& world)
      : world_(world),
        s_(world),
        bends_(s_),
        seen_goals_(s_),
        wedges_(s_, bends_, seen_goals_),
        fans_(s_, seen_goals_, wedges_),
        channels_(s_) {}

  void set_deterministic(bool on) override { s_.steps.set_deterministic(on); }
  void log(std::vector<TriangleId>* explored) override { s_.explored = explored; }
  void begin(const LocatedPoint& start, double radius, Goals& goals, SearchStats& stats) override {
    begin({&start, 1}, radius, goals, stats, nullptr);
  }
  // Whether find_by_channels() may be worth it: dead ends are known or cheap, and it has decided
  // most of the queries since the last edit.
  bool may_find_by_channels() {
    constexpr std::uint64_t first = 4096, share = 8;
    if (s_.steps.follow_edit()) forget_steps();
    return s_.steps.will_dead_ends_be_known() && wasted_ * share <= s_.steps.expansions() + first;
  }
  // Finds the path of a point to the only goal by channels (channel_search.hpp), and appends its
  // segments if there is a path, and its channel if it is needed. Only if may_find_by_channels(),
  // and if both ends lie in their triangles without rounding.
  PointChannelSearch::Outcome find_by_channels(const LocatedPoint& start, Goals& goals,
                                               SearchStats& stats, Path& path, bool needs_channel);
  // As PointChannelSearch::measure_corners(), under the same conditions as find_by_channels(),
  // with these dead ends, of all unconstrained edges, which are known. The costs are valid until
  // the next search.
  double measure_corners(const LocatedPoint& start, Goals& goals, SearchStats& stats,
                         const DeadEnds& dead_ends);
  const PointCorners& corners() const { return s_.corners; }
  const PointSteps& steps() const { return s_.steps; }
  // Begins a search from all of the starts to everywhere, and appends what its wedges see to
  // `records`, which must outlive the search. The goals are everywhere.
  void begin_everywhere(std::span<const LocatedPoint> starts, Goals& goals, SearchStats& stats,
                        PointRecords& records) {
    begin(starts, 0.0, goals, stats, &records);
  }
  // Between begin_everywhere() and run_until(): adds a source at this cost, which may be negative,
  // and a path from there straight to the corner, an end of the edge `step`, where it bends.
  // Returns none, and adds nothing, if no path bends at the corner.
  PointRootId add_bend_from(const Point& source, double cost, VertexId corner, VertexId other_end,
                            PointNode::Kind kind, HalfEdgeId step);
  const PointTree& tree() const { return s_.tree; }

  double run_until(std::size_t open_goals, std::uint64_t max_expansions) override;
  bool accept_known_path() override { return s_.tree.accept_known_path(); }
  void switch_to_greedy() override { s_.tree.switch_to_greedy(); }
  double length(GoalId goal) const override;
  void write(GoalId goal, const Point& start, Path& path) const override;

 private:
  void begin(std::span<const LocatedPoint> starts, double radius, Goals& goals, SearchStats& stats,
             PointRecords* records);
  void expand_start(const LocatedPoint& start, PointRootId root, double width);
  // What depends on the steps, after they have changed.
  void forget_steps();

  const World& world_;
  PointState s_;
  PointBends bends_;
  SeenGoals seen_goals_;
  PointWedges wedges_;
  PointFans fans_;
  PointChannelSearch channels_;
  std::uint64_t wasted_ = 0;  // expansions of searches over channels that did not decide
  mutable PointPathWriter writer_;
};

}  // namespace clearway
