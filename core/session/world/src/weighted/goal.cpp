#include "goal.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"

namespace clearway {

double WeightedGoal::distance_from(const Point& p) const {
  if (!place) return distance(p, *point);
  if (part_at(*place, p) != none) return 0.0;
  double out = infinity;
  for (const PlacePart& part : place->parts)
    part.for_each_segment(
        [&](const Point& a, const Point& b) { out = std::min(out, distance(p, a, b)); });
  return out;
}

}  // namespace clearway
