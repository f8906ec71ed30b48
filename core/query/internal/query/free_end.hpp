// Ends of queries that are free up to rounding.
//
// Points of a path are rounded: half of them are nearer to an obstacle than the radius, by units in
// the last place. Whoever stands there must be able to ask for the next path. So an end counts as
// free if a disc smaller by no more than that rounding (tolerance::end_radius, end_touch) fits
// there, and queries begin and end at the nearest point that is exactly free. What is blocked by
// more stays blocked.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

// What stands for an end: a disc of this radius fits at the point, exactly. `radius` is less than
// that of the query, by rounding, only where no such point is near: in a gap as wide as the disc.
struct FreeEnd {
  Point point;
  double radius;
};

// The point itself if the disc fits there; the nearest free one if p is blocked by no more than
// rounding; nullopt if it is blocked by more. Cost: for a point that is free, that of is_free();
// for one that is blocked by more, twice that.
std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius);

}  // namespace clearway
