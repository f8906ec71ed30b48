// The polyline of a path.
#pragma once

#include <cstddef>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/path/path_table.hpp"

namespace clearway {

// The start of the first segment, then points of each segment up to its end, exactly: one of a
// line; of an arc as many, at equal angles, as keep the chords within 1e-3 of the radius. Empty for
// a path without segments. Linear in the points.
std::vector<Point> points_of(const PathColumns& paths, std::size_t row);

}  // namespace clearway
