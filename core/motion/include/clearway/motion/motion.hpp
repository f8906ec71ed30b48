// Motion in time: walks along lines and arcs at constant speed, and waits.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "clearway/geometry/segment.hpp"

namespace clearway {

// One piece of a timed path: from `begin` to `end` a disc's centre moves along the segment at
// constant speed. A wait is a line from a point to itself; only waits may end at infinity.
struct Motion {
  double begin = 0.0, end = 0.0;
  Segment segment;

  bool is_wait() const { return segment.turn == 0 && segment.start == segment.end; }
};

inline constexpr double forever = std::numeric_limits<double>::infinity();

Motion wait_at(const Point& place, double begin, double end);

// The motions of a disc that walks along the segments from `depart` on, without stopping. Segments
// without length are left out. Throws InvalidInput unless speed > 0 and there are no links.
std::vector<Motion> walk(std::span<const Segment> segments, double speed, double depart);

// Where the centre is at this time, which is moved into [begin, end].
Point position_at(const Motion& motion, double time);

}  // namespace clearway
