// Free ends: the points that represent the ends of a query.
//
// All searches for paths get their ends from here, so that one rule decides what counts as free: a
// disc must fit there, exactly.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

// A disc of this radius fits at the point, exactly. The radius is at most that of the query.
struct FreeEnd {
  Point point;
  double radius;
};

// nullopt if p is blocked. Cost: that of is_free().
std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius);

}  // namespace clearway
