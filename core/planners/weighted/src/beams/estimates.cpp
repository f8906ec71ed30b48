#include "estimates.hpp"

#include <algorithm>

namespace clearway {

double BeamEstimates::through_line(const SidePart& part, double cost, double slope) const {
  if (goal_.is_point())
    return least_through_line(part, cost, slope, mesh_.least_weight, goal_.point());
  return least_with_rest(cost, slope, part.to - part.from, mesh_.least_weight,
                         goal_.distance_from(part.at(part.from)),
                         goal_.distance_from(part.at(part.to)));
}

double BeamEstimates::through_point(const SidePart& part, const BeamSource& source,
                                    double weight) const {
  if (goal_.is_point())
    return least_through_point(part, source.cost, source.at, weight, mesh_.least_weight,
                               goal_.point());
  const Point left = part.at(part.from), right = part.at(part.to);
  const double near = distance(source.at, left, right);
  // The triangle inequality, from the source and from the ends of the part.
  return source.cost +
         std::max((weight - mesh_.least_weight) * near +
                      mesh_.least_weight * goal_.distance_from(source.at),
                  least_with_rest(weight * near, 0.0, part.to - part.from, mesh_.least_weight,
                                  goal_.distance_from(left), goal_.distance_from(right)));
}

}  // namespace clearway
