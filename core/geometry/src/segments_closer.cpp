#include "geometry/segments_closer.hpp"

#include <algorithm>

#include "clearway/geometry/predicates.hpp"

namespace clearway {

bool is_closer(const Point& a, const Point& b, const Point& c, const Point& d, double r) {
  // Rounding is monotone: a rounded gap above r is above r.
  if (std::min(c.x, d.x) - std::max(a.x, b.x) > r || std::min(a.x, b.x) - std::max(c.x, d.x) > r ||
      std::min(c.y, d.y) - std::max(a.y, b.y) > r || std::min(a.y, b.y) - std::max(c.y, d.y) > r)
    return false;
  if (compare_distance(c, a, b, r) < 0 || compare_distance(d, a, b, r) < 0 ||
      compare_distance(a, c, d, r) < 0 || compare_distance(b, c, d, r) < 0)
    return true;
  return orientation(a, b, c) * orientation(a, b, d) < 0 &&
         orientation(c, d, a) * orientation(c, d, b) < 0;
}

}  // namespace clearway
