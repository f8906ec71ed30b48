#include "clearance/foot_region.hpp"

#include <algorithm>

#include "geometry/tolerances.hpp"

namespace clearway {

bool FootRegion::meets(const Seen& p, const Seen& q) const {
  double from = 0, to = 1;
  for (int i = 0; i < 4; ++i) {
    const double at_p = p.beyond[i], at_q = q.beyond[i];
    if (at_p <= 0 && at_q <= 0) continue;
    const double error = tolerance::foot_side * (at_[i] + p.size[i] + q.size[i]);
    // The line leaves no more than an end of the edge.
    if (at_p > error ? at_q > -error : at_p > -error && at_q > error) return false;
    const double slope = at_q - at_p;
    if (slope > 0)
      to = std::min(to, (error - at_p) / slope);
    else if (slope < 0)
      from = std::max(from, (error - at_p) / slope);
  }
  return to - from > tolerance::foot_range;
}

}  // namespace clearway
