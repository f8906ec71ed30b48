// The funnel of points: two chains that split at an apex. Turns are decided exactly.
#pragma once

#include <cstddef>
#include <vector>

#include "clearway/geometry/predicates.hpp"

namespace clearway {

// Points in order of travel from the apex, which is not among them.
template <class P>
struct PointChain {
  std::vector<P> points;
  std::size_t head = 0;
  bool empty() const { return head == points.size(); }
  std::size_t size() const { return points.size() - head; }
  const P& front() const { return points[head]; }
  void clear() {
    points.clear();
    head = 0;
  }
};

// Two chains from one apex, each convex towards the other. `side` is +1 for the left chain and -1
// for the right one, so that the same code serves both. P: Point, or a type derived from it.
template <class P = Point>
struct PointFunnel {
  P apex;
  Point ends[2];  // of the last portal: left, right
  PointChain<P> left, right;
  std::vector<P> path;  // up to the apex

  void begin(const P& start) {
    apex = start;
    ends[0] = ends[1] = start;
    left.clear();
    right.clear();
    path.assign(1, start);
  }

  // Moves the end of the chain on this side to p: shortens the chain to the tangent from p and, if
  // p lies beyond the other chain, moves the apex along that one.
  void add(int side, const P& p) {
    PointChain<P>& own = side > 0 ? left : right;
    PointChain<P>& other = side > 0 ? right : left;
    ends[side < 0] = p;
    if (!own.empty() && own.points.back() == p) return;
    while (!own.empty()) {
      const P& last = own.points.back();
      const P& before = own.size() > 1 ? own.points[own.points.size() - 2] : apex;
      const int turn = side * orientation(before, last, p);
      // Straight back: p lies behind the end of a wall if the portal has turned past the line;
      // otherwise it lies on the portal itself.
      if (turn > 0 || (turn == 0 && direction(last, before, p) > 0 &&
                       side * orientation(before, last, ends[side > 0]) > 0))
        break;
      own.points.pop_back();
    }
    if (own.empty()) {
      own.clear();
      while (!other.empty() && side * orientation(apex, other.front(), p) < 0) {
        apex = other.front();
        ++other.head;
        path.push_back(apex);
      }
      if (p == apex) return;
    }
    own.points.push_back(p);
  }
};

}  // namespace clearway
