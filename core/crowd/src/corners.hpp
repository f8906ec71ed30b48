// A path as a polyline that goes around its arcs on the outside.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"

namespace clearway {

// From the start to the end; empty if the path was not found. A polygon around an arc turns by
// about half a radian at each of its corners.
std::vector<Point> corners_from(const Point& start, const Path& path);
// The same, the last one first, without the start, into `corners`.
void append_corners_reversed(const Path& path, std::vector<Point>& corners);

}  // namespace clearway
