// The distance from a located point to the obstacles.
#pragma once

#include "clearway/query/queries.hpp"

namespace clearway {

// clearance() of a point that has been located already.
double clearance_at(const World& world, const LocatedPoint& p);

}  // namespace clearway
