#include "features/door_sides.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

bool leads_right(const PlacedFeature& door, const Point& a, const Point& b) {
  const Obstacles& shape = door.shape;
  const auto each = [&](auto visit) {
    for (std::size_t k = 0; k + 1 < shape.chain_starts.size(); ++k)
      for (auto i = shape.chain_starts[k] + 1; i < shape.chain_starts[k + 1]; ++i)
        visit(shape.points[i - 1], shape.points[i]);
  };
  const auto off = [&](const Point& p, const Point& q) {
    return std::max(distance(a, p, q), distance(b, p, q));
  };
  double nearest = std::numeric_limits<double>::infinity(), scale = 0.0;
  each([&](const Point& p, const Point& q) { nearest = std::min(nearest, off(p, q)); });
  for (const Point& p : {a, b}) scale = std::max({scale, std::abs(p.x), std::abs(p.y)});
  const double most = nearest + tolerance::touches_door * scale;
  bool out = true;
  each([&](const Point& p, const Point& q) {
    if (off(p, q) > most) return;
    const int right = rounded_ahead(b - a, q - p) > 0 ? -1 : 1;  // of ab, as a side of pq
    out = out && right == static_cast<int>(door.feature.direction);
  });
  return out;
}

}  // namespace clearway
