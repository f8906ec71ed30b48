// What a disc can do inside the triangle of one of its ends (Kallmann 4.2: the departure,
// arrival and capsule tests, made exact as in docs/clearance.md).
//
// Inside a triangle a height over a constrained side can be too narrow, or a gate whose sleeve
// goes through it: they part the triangle. All widths are rounded down; a disc of radius r,
// which fits at p, passes when 2 r is at most the width. Exact for radii up to
// World::max_radius() and diameters up to local_width(); mesh/ends.hpp is exact beyond.
#pragma once

#include "clearway/mesh/world.hpp"

namespace clearway {

// What is narrow: an unconstrained side, the height over a constrained side, or a gate, by the
// corner it starts from (World::sleeve). Infinity and none when nothing is.
struct Strait {
  double width;
  Index e;
  bool is_gate = false;
};

// The middle between the two obstacle points that make it narrow.
Point middle_of(const World& world, const Strait& strait);

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

// Discs wider than this that stand at p may have to leave along the sleeve of a gate, by a door
// of another triangle: the tests above do not see that. Most often infinity.
double local_width(const World& world, const Point& p);

}  // namespace clearway
