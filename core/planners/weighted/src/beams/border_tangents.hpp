// Lines below the cost along a border.
#pragma once

#include <vector>

#include "beam.hpp"
#include "border_costs.hpp"

namespace clearway {

// The cost with which a beam reaches the points of a part of a side is convex. `out` is the upper
// envelope of tangents: at both ends, and at as many points between as keep it within `error` of
// the cost. At both ends it has the value and the slope of the cost, so that the envelopes of beams
// that share a line continue each other. `scale`: the largest coordinate. Where
// the cost is `most` or more, the lines need not be near.
void tangents_below(const BeamSource& source, double weight, const SidePart& part, double error,
                    double scale, double most, std::vector<LineCost>& out);

}  // namespace clearway
