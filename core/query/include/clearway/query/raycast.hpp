// The first contact of a disc that moves along a segment.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

struct Hit {
  Point point;      // centre of the disc at contact
  double distance;  // from the start
  Handle obstacle;  // -1: the bounds
};

// First contact of a disc of this radius on its way from a to b. Grazing is no contact. nullopt:
// the disc arrives at b. A disc that does not fit at a hits at once, at distance 0. For a point
// (radius 0) whether it arrives is decided exactly.
std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius);
// The same for a disc that is known to fit at a.
std::optional<Hit> raycast_from_free(const World& world, const LocatedPoint& a, const Point& b,
                                     double radius);

}  // namespace clearway
