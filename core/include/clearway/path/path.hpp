// A path: exact lines and arcs, and what is known about it.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

enum class Status : std::uint8_t {
  found = 0,
  partial = 1,
  no_path = 2,
  start_blocked = 3,
  goal_blocked = 4
};

// turn 0: the line from start to end. turn +1 (counter-clockwise) or -1: the arc around
// center from start to end, less than a full turn.
struct Segment {
  Point start, end, center;
  double radius = 0.0;
  int turn = 0;
};

struct SearchStats {
  std::uint64_t expanded = 0, generated = 0;
  double seconds = 0.0;
};

struct Path {
  Status status = Status::no_path;
  double length = 0.0;       // infinity when there is none
  double lower_bound = 0.0;  // no path is shorter than this
  bool optimal = false;      // proved shortest
  std::vector<Segment> segments;
  std::vector<Index> channel;  // triangles crossed, in order
  SearchStats stats;
};

double length_of(const std::vector<Segment>& segments);

}  // namespace clearway
