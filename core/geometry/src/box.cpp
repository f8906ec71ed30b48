#include "geometry/box.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

void Box::add(const Point& p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y)};
}

double Box::distance(const Box& o) const {
  const double dx = std::max({0.0, o.low.x - high.x, low.x - o.high.x});
  const double dy = std::max({0.0, o.low.y - high.y, low.y - o.high.y});
  return std::sqrt(dx * dx + dy * dy);
}

Box box_of(const Point& a, const Point& b) {
  Box box{a, a};
  box.add(b);
  return box;
}

}  // namespace clearway
