// The search for meshes with thin triangles, by rounds of interval searches.
//
// Where labels are off by too much, intervals are divided. The next round runs from the other end,
// guided by the bounds of the last one; a round that finds no route below upper bound /
// (1 + tolerance) is the proof.
#pragma once

#include "planners/weighted/weighted_search.hpp"
#include "route.hpp"
#include "route_end.hpp"

namespace clearway {

WeightedAnswer find_by_intervals(const WeightedMesh& mesh, const RouteEnd& start,
                                 const RouteEnd& goal, const KnownCost& known, double tolerance,
                                 const SearchOptions& options);

}  // namespace clearway
