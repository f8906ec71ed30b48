// Ends of queries that are free up to rounding: what stands for them.
//
// Points of a path are rounded: half of them are nearer to an obstacle than the radius, by units in
// the last place. Whoever stands there must be able to ask for the next path. So an end counts as
// free if a disc smaller by no more than that rounding fits there, and searches begin and end at
// the nearest point where the disc fits exactly. What is blocked by more stays blocked, and gaps
// between the ends are compared exactly.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

// What stands for an end: a disc of this radius fits at the point, exactly. The radius is less than
// that of the query, by rounding, only where no such point is near: in a gap as wide as the disc.
struct FreeEnd {
  Point point;
  double radius;
};

// p itself if the disc fits there; the nearest point where it fits if p is blocked by no more than
// rounding (tolerance::end_radius, end_touch); nullopt if p is blocked by more. The rounding is
// local: relative to the largest coordinate among those of p, the radius and the obstacle nearest
// to p. A radius below tolerance::least_radius of it is decided exactly.
// Cost: for a point where the disc fits, that of fits(); for one that is blocked by more, about
// twice that.
std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius);

}  // namespace clearway
