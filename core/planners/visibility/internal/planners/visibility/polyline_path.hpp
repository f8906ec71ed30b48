// A shortest path given by its corners.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Writes a shortest path, with its channel, into `path`: status found, optimal. `polyline` is legal
// and not empty; equal consecutive points count once.
void write_polyline(const World& world, const std::vector<Point>& polyline, Path& path);

}  // namespace clearway
