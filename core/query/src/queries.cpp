#include "clearway/query/queries.hpp"

#include <limits>

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
  return fits(world, world.located(p), radius);
}

std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius) {
  const LocatedPoint from = world.located(a);
  if (fits(world, from, radius)) return raycast_from_free(world, from, b, radius);
  const auto end = free_end(world, a, radius);
  if (!end) return Hit{a, 0.0, owner(world, nearest_feature(world, a, from.at))};
  auto hit = raycast_from_free(world, world.located(end->point), b, end->radius);
  if (hit) hit->distance = distance(a, hit->point);
  return hit;
}

std::optional<Point> snap(const World& world, const Point& p, double radius) {
  if (is_free(world, p, radius)) return p;
  if (radius > 0) return NearestFreePoints(world, p, radius).next();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Feature side = nearest_free_side(world, p, world.locate(p), infinity, false);
  if (side.index == none) return std::nullopt;
  return snap_to_side(world, p, side);
}

}  // namespace clearway
