// The polyline of a path.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/path/path_table.hpp"

namespace clearway {

// The start of the first segment, then the points of each segment; its end is exact. A line adds
// its end. An arc adds points at equal angles, so many that its chords are within 1e-3 of the
// radius. Empty for a path without segments. Linear in the points.
std::vector<Point> points_of(const PathColumns& paths, std::size_t row);
std::vector<Point> points_of(std::span<const Segment> segments);

}  // namespace clearway
