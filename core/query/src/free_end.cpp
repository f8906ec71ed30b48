#include "query/free_end.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "query/clearance.hpp"
#include "query/free.hpp"
#include "query/nearest_feature.hpp"
#include "query/nearest_free_points.hpp"
#include "snap_point.hpp"

namespace clearway {
namespace {

double extent_of(const World& world) {
  double extent = 0.0;
  for (const Point& p : world.bounds().points)
    extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  return extent;
}

// How much rounding may take from a disc at an end.
struct EndRounding {
  double of_point, of_disc;
  bool is_small;  // the radius: tangents cannot be distinguished from lines through the corners

  EndRounding(double extent, double radius)
      : of_point(extent * tolerance::point_end_touch),
        of_disc(extent * tolerance::end_touch + radius * tolerance::end_radius),
        is_small(radius < tolerance::least_radius * extent) {}
};

// Squares and ranges to expand before no free point is near: it is found at once or not at all.
constexpr std::uint64_t snap_steps = 256;

std::optional<Point> free_point_near(const World& world, const LocatedPoint& p, double rounding) {
  if (fits(world, p, 0.0)) return p.point;
  const Feature side = nearest_free_side(world, p.point, p.at, rounding, false);
  if (side.index == none) return std::nullopt;
  const Point free = snap_to_side(world, p.point, side);
  if (distance(free, p.point) > tolerance::end_shift * rounding) return std::nullopt;
  return free;
}

bool fits_up_to_rounding(const World& world, const LocatedPoint& p, double radius,
                         const EndRounding& rounding) {
  if (radius == 0 || rounding.is_small)
    return free_point_near(world, p, rounding.of_point).has_value();
  return fits(world, p, std::max(0.0, radius - rounding.of_disc));
}

}  // namespace

std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius) {
  const LocatedPoint located = world.located(p);
  if (fits(world, located, radius)) return FreeEnd{p, radius};
  const EndRounding rounding(extent_of(world), radius);
  if (radius == 0) {
    const auto free = free_point_near(world, located, rounding.of_point);
    return free ? std::optional(FreeEnd{*free, 0.0}) : std::nullopt;
  }
  if (!fits_up_to_rounding(world, located, radius, rounding)) return std::nullopt;
  const double near = std::max(rounding.of_disc, rounding.is_small ? radius : 0.0);
  const auto free = NearestFreePoints(world, p, radius).next(snap_steps);
  if (free && distance(*free, p) <= tolerance::end_shift * near) return FreeEnd{*free, radius};
  if (rounding.is_small) return std::nullopt;
  double room = clearance_at(world, located) * (1 - tolerance::clearance);
  if (!fits(world, located, room)) room = radius - rounding.of_disc;
  return FreeEnd{p, room};
}

}  // namespace clearway
