// Tests whether a disc fits, for points that have been located already.
#pragma once

#include "clearway/query/queries.hpp"

namespace clearway {

// is_free() of a located point.
bool fits(const World& world, const LocatedPoint& p, double radius);

}  // namespace clearway
