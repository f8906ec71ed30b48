// What a disc can do inside the triangle of one of its ends (Kallmann 4.2: the departure,
// arrival and capsule tests, made exact as in docs/clearance.md).
//
// Inside a triangle only a height over a constrained side can be too narrow: it parts the
// triangle. All widths are rounded down; a disc of radius r, which fits at p, passes when
// 2 r is at most the width. Exact for radii up to World::max_radius().
#pragma once

#include "clearway/mesh/world.hpp"

namespace clearway {

// What is narrow: an unconstrained side, or the height over the constrained side `e`; none
// and infinity when nothing is.
struct Strait {
  double width;
  Index e;
};

// From p in the free triangle t over its unconstrained side e; also from there to p.
Strait departure(const World& world, Index t, const Point& p, Index e);
inline double departure_width(const World& world, Index t, const Point& p, Index e) {
  return departure(world, t, p, e).width;
}

// From p to q inside the free triangle t.
Strait capsule(const World& world, Index t, const Point& p, const Point& q);
inline double capsule_width(const World& world, Index t, const Point& p, const Point& q) {
  return capsule(world, t, p, q).width;
}

}  // namespace clearway
