// How a line passes a segment of a door, and on which side of it points are; up to rounding.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/features/feature.hpp"
#include "clearway/geometry/segment.hpp"
#include "geometry/construction.hpp"

namespace clearway {

// Calls visit(a, b, side) for the segments of a door; side +1: it may be passed to the left.
template <class Visit>
void for_each_door_segment(const PlacedFeature& door, Visit visit) {
  const Obstacles& shape = door.shape;
  const int side = static_cast<int>(door.feature.direction);
  for (std::size_t k = 0; k + 1 < shape.chain_starts.size(); ++k)
    for (auto i = shape.chain_starts[k] + 1; i < shape.chain_starts[k + 1]; ++i)
      visit(shape.points[i - 1], shape.points[i], side);
}

// The lines and arcs of a path without links; tolerances.hpp has the points of an arc.
std::vector<Point> door_polyline(std::span<const Segment> walk);

// The largest coordinate.
double scale_of(const std::vector<Point>& line);

// Of p from the line ab, positive to the left of it.
double signed_distance(const Point& p, const Point& a, const Point& b);

// A segment ab of a door. What is not farther away than `near` touches it.
struct DoorLine {
  const Point &a, &b;
  double near;
  int allowed;  // the side to which it may be passed

  // 1 if p is left of its line, -1: right, 0: on it.
  int side(const Point& p) const {
    const double off = signed_distance(p, a, b);
    return std::abs(off) <= near ? 0 : off > 0 ? 1 : -1;
  }
  // The distance along it from a.
  double along(const Point& p) const {
    return ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length();
  }
  double length() const { return distance(a, b); }
  // Null: it is not at an end.
  const Point* end_at(double at) const {
    return std::abs(at) <= near ? &a : std::abs(at - length()) <= near ? &b : nullptr;
  }
  bool is_beside(double at) const { return at < -near || at > length() + near; }
  // Where the line from p to q, on both sides of it, meets its line.
  double meets(const Point& p, const Point& q) const {
    const double from = signed_distance(p, a, b), to = signed_distance(q, a, b),
                 t = from / (from - to);
    return along({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
  }
};

struct Passing {
  bool passes;
  const Point* end = nullptr;  // where exactly at an end of the door
};

// How a line passes a door that is on one side of it at `first` and on the other at `last`, and on
// its line in between.
Passing passing_between(const std::vector<Point>& line, std::size_t first, std::size_t last,
                        const DoorLine& door);

// A line from `before` to `after` through an end of a door, whose other end is `other`.
struct EndPassing {
  const Point &before, &end, &after, &other;
};

// Whether the line passes the door to the side that is not allowed. is_closed(EndPassing): whether
// there is no way around that end.
template <class IsClosed>
bool passes(const std::vector<Point>& line, const DoorLine& door, IsClosed is_closed) {
  std::size_t last = line.size();  // the last point beside the door's line
  int side = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    check_interrupt();
    const int now = door.side(line[i]);
    if (now == 0) continue;
    if (side != 0 && now != side && now != door.allowed) {
      const Passing how = passing_between(line, last, i, door);
      if (how.passes && !how.end) return true;
      if (how.passes && is_closed(EndPassing{line[last], *how.end, line[i],
                                             how.end == &door.a ? door.b : door.a}))
        return true;
    }
    side = now;
    last = i;
  }
  return false;
}

}  // namespace clearway
