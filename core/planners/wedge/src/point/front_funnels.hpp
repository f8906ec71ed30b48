// The funnels of fronts (channel_search.hpp): the shortest paths through a channel to the ends of
// its last portal.
#pragma once

#include "clearway/mesh/ids.hpp"
#include "sides.hpp"

namespace clearway {

using FunnelCornerId = Id<struct FunnelCornerTag>;

// A corner of a shortest path through a channel, or its start.
struct FunnelCorner {
  Point at;
  double cost;            // from the start
  FunnelCornerId parent;  // the previous corner; none for the start
  VertexId vertex;        // none for the start
};

// Two chains of corners, from the ends of the portal over FunnelCorner::parent to the apex, where
// the shortest paths to the two ends part.
struct Funnel {
  enum Side : int { left_side = -1, right_side = 1 };
  FunnelCornerId left, apex, right;
};

// Corners are kept for the whole search, as the paths of several funnels lead over them. So a
// funnel is three numbers, and a funnel of two ways on is not copied.
class FrontFunnels {
 public:
  explicit FrontFunnels(const PointSides& sides) : sides_(sides) {}

  const FunnelCorner& operator[](FunnelCornerId corner) const { return corners_[corner]; }

  // Forgets all corners but the start.
  void begin(const Point& start) { corners_.assign(1, {start, 0.0, none, none}); }
  // The funnel from the start to a first portal.
  Funnel open(VertexId left, const Point& left_end, VertexId right, const Point& right_end) {
    const FunnelCornerId l = add_corner(first_corner, left, left_end);
    return {l, first_corner, add_corner(first_corner, right, right_end)};
  }

  // From now on add() moves another funnel.
  void begin_moving() { is_threaded_ = false; }
  // The next portal of the channel has this end on one side and the same end as before on the
  // other. Returns the new end. Amortized cost: constant, and once linear in the funnel.
  template <Funnel::Side side>
  FunnelCornerId add(Funnel& f, VertexId vertex, const Point& end) {
    if (is_threaded_) [[unlikely]]
      return add_threaded<side>(f, vertex, end);
    FunnelCornerId& tip = side == Funnel::left_side ? f.left : f.right;
    FunnelCornerId i = tip;
    while (i != f.apex && side_of_last(i, end) * side >= 0) i = corners_[i].parent;
    if (i == f.apex) {
      // Most chains are short: then the corner of the other chain is found from its end.
      int left = short_chain;
      i = side == Funnel::left_side ? f.right : f.left;
      while (i != f.apex && !is_beyond<side>(i, end)) {
        if (left-- == 0) [[unlikely]]
          return add_threaded<side>(f, vertex, end);
        i = corners_[i].parent;
      }
      f.apex = i;
    }
    return tip = add_corner(i, vertex, end);
  }

  // add() on both sides at once: the next portals on the two ways on share this corner.
  struct Split {
    Funnel left, right;     // with the corner as left and as right end
    FunnelCornerId corner;  // none if it is in line with two others: then the two sides differ
  };
  Split split(const Funnel& f, VertexId vertex, const Point& end) {
    FunnelCornerId i = f.left;
    for (; i != f.apex; i = corners_[i].parent) {
      const int where = side_of_last(i, end);
      if (where == 0) [[unlikely]]
        return {f, f, none};
      if (where < 0) continue;
      const FunnelCornerId corner = add_corner(i, vertex, end);
      return {{corner, f.apex, f.right}, {f.left, i, corner}, corner};
    }
    for (i = f.right; i != f.apex; i = corners_[i].parent) {
      const int where = side_of_last(i, end);
      if (where == 0) [[unlikely]]
        return {f, f, none};
      if (where < 0) break;
    }
    const FunnelCornerId corner = add_corner(i, vertex, end);
    return {{corner, i, f.right}, {f.left, f.apex, corner}, corner};
  }

  // The last corner of the shortest path to a point behind the portal; exact.
  FunnelCornerId tangent(const Funnel& f, const Point& p) const {
    return tangent(f, [&](const Point& a, const Point& b) { return sides_.of({a, b}, p); });
  }
  // A lower bound on the length of every path through the portal to the goal.
  double lower_bound(const Funnel& f, Point goal) const {
    // A goal before the portal is mirrored at it, as in PortalInterval::shortest_through().
    const Point l = corners_[f.left].at, r = corners_[f.right].at;
    const Vector edge = l - r;
    if (const double before = rounded_side(edge, goal - r); before > 0) {
      const double k = 2 * before / dot(edge, edge);
      goal = {goal.x + k * edge.y, goal.y - k * edge.x};
    }
    const FunnelCorner& last = corners_[tangent(
        f, [&](const Point& a, const Point& b) { return rounded_side(b - a, goal - a); })];
    return last.cost + length(last.at, goal);
  }

 private:
  static constexpr FunnelCornerId first_corner{0};  // the start
  static constexpr int short_chain = 8;             // corners

  // The side of the line that leads to a corner from the one before it.
  int side_of_last(FunnelCornerId corner, const Point& p) const {
    const FunnelCorner& c = corners_[corner];
    return sides_.of({corners_[c.parent].at, c.at}, p);
  }
  // side_of(a, b): the side of the line from a to b on which the point lies.
  template <class SideOf>
  FunnelCornerId tangent(const Funnel& f, SideOf side_of) const {
    const auto of_last = [&](FunnelCornerId i) {
      return side_of(corners_[corners_[i].parent].at, corners_[i].at);
    };
    FunnelCornerId i = f.left;
    for (; i != f.apex; i = corners_[i].parent)
      if (of_last(i) > 0) return i;
    for (i = f.right; i != f.apex; i = corners_[i].parent)
      if (of_last(i) < 0) return i;
    return i;
  }
  FunnelCornerId add_corner(FunnelCornerId parent, VertexId vertex, const Point& at) {
    const FunnelCornerId id = corners_.end_id();
    const FunnelCorner& p = corners_[parent];
    const double cost = p.cost + length(p.at, at);
    corners_.push_back({at, cost, parent, vertex});
    return id;
  }

  // A point in line with the other chain is reached straight: it may lie before the corner.
  template <Funnel::Side side>
  bool is_beyond(FunnelCornerId last, const Point& end) const {
    return side_of_last(last, end) * side > 0;
  }
  // add() with chains that are followed from the apex, too.
  template <Funnel::Side side>
  FunnelCornerId add_threaded(Funnel& f, VertexId vertex, const Point& end);
  void thread(const Funnel& f);

  const PointSides& sides_;
  IdVector<FunnelCornerId, FunnelCorner> corners_;
  // Of the funnel that moves, if it is threaded: the first corners of its chains after the apex,
  // and the next ones towards the ends; none after the last.
  bool is_threaded_ = false;
  FunnelCornerId first_left_ = none, first_right_ = none;
  IdVector<FunnelCornerId, FunnelCornerId> next_;
};

}  // namespace clearway
