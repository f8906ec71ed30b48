// A path: exact lines and arcs, status, length and proved bound.
#pragma once

#include <vector>

#include "clearway/base/status.hpp"
#include "clearway/geometry/segment.hpp"
#include "clearway/mesh/ids.hpp"

namespace clearway {

struct Path {
  Status status = Status::no_path;
  double length = 0.0;       // infinity if there is none
  double lower_bound = 0.0;  // no path is shorter than this
  bool optimal = false;      // whether it is proved shortest
  std::vector<Segment> segments;
  std::vector<TriangleId> channel;  // triangles crossed, in order
  SearchStats stats;
};

}  // namespace clearway
