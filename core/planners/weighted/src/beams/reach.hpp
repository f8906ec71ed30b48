// Where a beam reaches the goal.
#pragma once

#include "beam.hpp"
#include "route_end.hpp"

namespace clearway {

struct BeamReach {
  Point at;
  double cost;
};

// The cheapest point of a part of the goal, in the triangle of a beam between two limiting lines;
// `scale`: the largest coordinate. Where the beam does not reach it: by way of the nearer end of
// the side through which the beam has entered.
BeamReach reach_of(const BeamRay& left, const BeamRay& right, const BeamSource& source,
                   const RouteEnd::Part& part, double weight, double scale);

}  // namespace clearway
