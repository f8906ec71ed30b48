// The verifier of grids: measures a path against the blocked cells; shares no code with the
// searches.
#pragma once

#include <cstdint>
#include <span>

#include "clearway/geometry/segment.hpp"
#include "clearway/grid/grid.hpp"

namespace clearway {

struct GridVerdict {
  double clearance = 0.0;     // least distance from the path to a blocked cell or the outside
  std::int64_t nearest = -1;  // that cell as y * width + x; -1: the outside of the grid
  double gap = 0.0;           // largest jump between consecutive segments
  bool inside = false;        // the path's first point lies in a free cell
  bool crosses = false;       // the path enters the inside of a blocked cell or leaves the grid
};

// Segments are lines in the plane of the frame; any lines, not only those of searches. Cost:
// cells near each line, as far as the nearest blocked one.
GridVerdict verify(const Grid& grid, const Frame& frame, std::span<const Segment> path);

}  // namespace clearway
