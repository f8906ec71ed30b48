// Legs of TRA*: how an end of the path in a tree or a corridor reaches the decision nodes at the
// ends of its corridor (Demyen 2007, 7.2.1).
#pragma once

#include <vector>

#include "anytime_query.hpp"
#include "portal_distances.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

struct Leg {
  TriangleId end;   // triangle of the end
  HalfEdgeId out;   // side of its base (base_of) by which the leg leaves it
  HalfEdgeId gate;  // side of the decision node where the leg meets it
  double bound;     // lower bound on its length
};

// Appends the legs of an end at p, in the triangle `end`, that the disc can follow: at most two,
// none if the base of the end does not lie on a corridor. The same legs lead to an end and away
// from it.
void add_legs(const AnytimeQuery& query, const PortalDistances& distances, const Abstraction& a,
              TriangleId end, const Point& p, std::vector<Leg>& legs);

// Whether a leg that leaves its base by `side` passes the base of one of these ends.
bool passes_base(const Abstraction& a, HalfEdgeId side, const std::vector<TriangleId>& ends);

}  // namespace clearway
