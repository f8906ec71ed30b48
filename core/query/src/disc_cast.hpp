// A disc swept along a segment.
#pragma once

#include <optional>

#include "query/raycast.hpp"

namespace clearway {

// First contact of a disc of this radius (> 0), which fits at a, on its way to b != a. The closure
// of `triangle` contains a.
std::optional<Hit> cast_disc(const World& world, const Point& a, const Point& b, double radius,
                             TriangleId triangle);

}  // namespace clearway
