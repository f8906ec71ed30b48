// Tests of a disc inside the triangle of one of its ends (Kallmann 2010, 4.2: the departure,
// arrival and capsule tests, made exact as in docs/explanation/clearance.md).
//
// A triangle is divided by its heights over constrained sides, and by gates whose sleeves pass
// through it, where these are too narrow for the disc. All widths are rounded down; a disc of
// radius r that fits at p passes when 2 r is at most the width. Exact for radii up to
// World::max_radius() and diameters for which is_local(); query/exact_departures.hpp is exact
// beyond.
#pragma once

#include "clearance/sleeve.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// The narrowest passage of a move: its width, and the middle of the gate, height or portal that
// limits it. Infinite width: nothing does.
struct Passage {
  double width;
  Point at;
};
Passage passage_of_portal(const World& world, HalfEdgeId e);
Passage passage_of_height(const World& world, HalfEdgeId base);
Passage passage_of_gate(const Mesh& mesh, const Sleeve& gate);

// From p in the free triangle t over its unconstrained side e, or in the opposite direction.
Passage departure(const World& world, TriangleId t, const Point& p, HalfEdgeId e);
// Whether a disc of this diameter passes there: diameter <= departure().width.
bool departs(const World& world, TriangleId t, const Point& p, HalfEdgeId e, double diameter);

// From p to q inside the free triangle t.
Passage capsule(const World& world, TriangleId t, const Point& p, const Point& q);
bool crosses(const World& world, TriangleId t, const Point& p, const Point& q, double diameter);

// Whether the tests above are exact for a disc of this diameter at p. A wide disc may have to leave
// along the sleeve of a gate, by a portal of another triangle, which they do not see. Mostly true.
bool is_local(const World& world, const LocatedPoint& p, double diameter);

}  // namespace clearway
