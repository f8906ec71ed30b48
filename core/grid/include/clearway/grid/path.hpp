// A path over a grid: lines between centres of cells.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/status.hpp"
#include "clearway/geometry/segment.hpp"

namespace clearway {

struct GridPath {
  Status status = Status::no_path;
  double length = 0.0;       // infinity when there is none
  double lower_bound = 0.0;  // no path is shorter than this
  bool optimal = false;      // proved shortest
  std::vector<Segment> segments;
  std::vector<std::uint32_t> cells;  // every cell in order, as y * width + x
  SearchStats stats;
};

}  // namespace clearway
