// What a disc may get to, as far as single sides of triangles tell: quick to find, and
// never wrong when it says no.
#pragma once

#include <vector>

#include "clearway/mesh/world.hpp"

namespace clearway {

// False: no disc of this radius gets from one place to the other. Exact for radius 0. Both
// floods grow in turn, so that a small enclosure of either is found out at its own size.
bool may_connect(const Mesh& mesh, const Location& from, const Location& to, double radius);

// By triangle: 0 where a disc from the place cannot have its center.
std::vector<char> may_reach(const Mesh& mesh, const Location& from, double radius);

}  // namespace clearway
