#include "clearway/query/queries.hpp"

#include <algorithm>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "mesh/triangles_at.hpp"
#include "query/clearance.hpp"
#include "query/free.hpp"
#include "query/nearest_feature.hpp"
#include "query/nearest_free_points.hpp"
#include "query/nudge.hpp"
#include "query/raycast.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<Point> snap_point(const World& world, const Point& p, const Location& at) {
  const Mesh& mesh = world.mesh();
  const Feature side = nearest_free_side(world, p, at, infinity, false);
  if (side.index == none) return std::nullopt;
  const Point a = mesh.point(mesh.origin(side.half_edge())),
              b = mesh.point(mesh.target(side.half_edge()));
  const Point q = in_domain(nearest_on_segment(a, b, p));
  const double size = std::max({std::abs(q.x), std::abs(q.y), min_coordinate});
  const double length = std::max(distance(a, b), std::numeric_limits<double>::min());
  const Point away{(a.y - b.y) / length, (b.x - a.x) / length};
  if (const auto free = nudge(q, away, size * std::numeric_limits<double>::epsilon(),
                              [&](const Point& x) { return is_free(world, x, 0.0); }))
    return free;
  return compare_distances(p, a, b) <= 0 ? a : b;
}

}  // namespace

double clearance(const World& world, const Point& p) {
  return clearance_at(world, world.located(p));
}

bool is_free(const World& world, const Point& p, double radius) {
  return fits(world, world.located(p), radius);
}

std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius) {
  const LocatedPoint from = world.located(a);
  if (!fits(world, from, radius))
    return Hit{a, 0.0, owner(world, nearest_feature(world, a, from.at))};
  return raycast_from_free(world, from, b, radius);
}

std::optional<Point> snap(const World& world, const Point& p, double radius) {
  if (is_free(world, p, radius)) return p;
  if (radius <= 0) return snap_point(world, p, world.locate(p));
  return NearestFreePoints(world, p, radius).next();
}

}  // namespace clearway
