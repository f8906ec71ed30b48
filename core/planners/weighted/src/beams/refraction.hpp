// What a beam becomes beyond a border, by Snell's law.
#pragma once

#include <vector>

#include "beam.hpp"
#include "border_costs.hpp"

namespace clearway {

// A line of BorderCosts, and the slopes up to which fans leave its two ends.
struct RefractedLine {
  LineCost line;
  double left, right;
};

// The lines with which a beam of factor `weight` crosses a part of a border into a triangle of
// factor `beyond`. A part that it reaches at more than the critical angle is reflected; where the
// slopes jump over all that pass, a line of length 0 stands for the fan between. `error`, `scale`
// and `most`: as tangents_below.
std::vector<RefractedLine> refracted_lines(const BeamSource& source, double weight, double beyond,
                                           const SidePart& part, double error, double scale,
                                           double most);

}  // namespace clearway
