#include "clearway/query/snap.hpp"

#include <limits>

#include "clearway/query/free.hpp"
#include "query/nearest_feature.hpp"
#include "query/nearest_free_points.hpp"
#include "snap_point.hpp"

namespace clearway {

std::optional<Point> snap(const World& world, const Point& p, double radius) {
  if (is_free(world, p, radius)) return p;
  if (radius > 0) return NearestFreePoints(world, p, radius).next();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Feature side = nearest_free_side(world, p, world.locate(p), infinity, false);
  if (side.index == none) return std::nullopt;
  return snap_to_side(world, p, side);
}

}  // namespace clearway
