// What a disc can do inside the triangle of one of its ends (Kallmann 4.2: the departure,
// arrival and capsule tests, made exact as in docs/clearance.md).
//
// Inside a triangle only a height over a constrained side can be too narrow: it parts the
// triangle. All widths are rounded down; a disc of radius r, which fits at p, passes when
// 2 r is at most the width. Exact for radii up to World::max_radius().
#pragma once

#include "clearway/mesh/world.hpp"

namespace clearway {

// From p in the free triangle t over its unconstrained side e; also from there to p.
double departure_width(const World& world, Index t, const Point& p, Index e);

// From p to q inside the free triangle t: infinity, or the width of a height between them.
double capsule_width(const World& world, Index t, const Point& p, const Point& q);

}  // namespace clearway
