// The first contact of a disc that is known to fit where it starts.
#pragma once

#include "clearway/query/queries.hpp"

namespace clearway {

// raycast() of a disc that fits at a.
std::optional<Hit> raycast_from_free(const World& world, const LocatedPoint& a, const Point& b,
                                     double radius);

}  // namespace clearway
