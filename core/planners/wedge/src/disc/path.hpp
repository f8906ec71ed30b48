// The path of a settled goal, from the roots of the search for discs.
#pragma once

#include "clearway/path/path.hpp"
#include "roots.hpp"

namespace clearway {

// Appends the lines and arcs of the path that leaves `root` in direction `departure` and ends at
// `goal`. The channel is not written.
void write_disc_path(const DiscRoots& roots, DiscRootId root, const Vector& departure,
                     const Point& start, const Point& goal, double radius, Path& path);

}  // namespace clearway
