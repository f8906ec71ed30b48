#include "clearway/query/queries.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"
#include "query/clearance.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "query/nearest_feature.hpp"
#include "query/nearest_free_points.hpp"
#include "query/raycast.hpp"
#include "snap_point.hpp"

namespace clearway {

double clearance(const World& world, const Point& p) {
  return clearance_at(world, world.located(p));
}

bool is_free(const World& world, const Point& p, double radius) {
  return free_end(world, p, radius).has_value();
}

std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius) {
  LocatedPoint from = world.located(a);
  double room = radius;
  if (!fits(world, from, radius)) {
    const auto end = free_end(world, a, radius);
    if (!end) return Hit{a, 0.0, owner(world, nearest_feature(world, a, from.at))};
    from = world.located(end->point);
    room = end->radius;
  }
  auto hit = raycast_from_free(world, from, b, room);
  if (hit) {
    // It may have hit what blocks b by rounding, far from b if that is nearly parallel.
    const auto end = free_end(world, b, radius);
    if (end && (end->point != b || end->radius < room))
      hit = raycast_from_free(world, from, end->point, std::min(room, end->radius));
  }
  if (hit && from.point != a) hit->distance = distance(a, hit->point);
  return hit;
}

std::optional<Point> snap(const World& world, const Point& p, double radius) {
  if (is_free(world, p, radius)) return p;
  if (radius > 0) return NearestFreePoints(world, p, radius).next();
  const ObstacleFeature side = nearest_free_side(world, p, world.locate(p), infinity, false);
  if (side.index == none) return std::nullopt;
  return snap_to_side(world, p, side);
}

}  // namespace clearway
