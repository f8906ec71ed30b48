#include "query/free_end.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free.hpp"
#include "query/nearest_feature.hpp"
#include "query/nearest_free_points.hpp"
#include "query/nudge.hpp"
#include "snap_point.hpp"

namespace clearway {
namespace {

// Squares and ranges to expand before no free point is near: it is found at once or not at all.
constexpr std::uint64_t snap_steps = 256;

double largest_coordinate(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

// The largest coordinate of what the feature belongs to: an input segment, or a corner.
double largest_coordinate(const World& world, const ObstacleFeature& feature) {
  const Mesh& mesh = world.mesh();
  double out = 0.0;
  const auto add_segments = [&](HalfEdgeId e) {
    if (!mesh.constrained(e)) return;
    for (const auto& [a, b] : world.segments_along(e))
      out = std::max({out, largest_coordinate(a), largest_coordinate(b)});
  };
  if (feature.kind == ObstacleFeature::edge)
    add_segments(feature.half_edge());
  else if (mesh.is_given(feature.vertex_id()))
    out = largest_coordinate(mesh.point(feature.vertex_id()));
  else  // a rounded crossing, or a refinement vertex
    for_each_edge_at(mesh, feature.vertex_id(), add_segments);
  return out;
}

double extent_of(const World& world) {
  double extent = 0.0;
  for (const Point& p : world.bounds().points) extent = std::max(extent, largest_coordinate(p));
  return extent;
}

Point nearest_of(const Mesh& mesh, const ObstacleFeature& feature, const Point& p) {
  if (feature.kind == ObstacleFeature::vertex) return mesh.point(feature.vertex_id());
  const HalfEdgeId e = feature.half_edge();
  return nearest_on_segment(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), p);
}

// For a point in blocked space.
std::optional<FreeEnd> free_point(const World& world, const LocatedPoint& p) {
  const double most =
      tolerance::end_touch * std::max(extent_of(world), largest_coordinate(p.point));
  const ObstacleFeature side = nearest_free_side(world, p.point, p.at, most, false);
  if (side.index == none) return std::nullopt;
  const double rounding =
      tolerance::end_touch * std::max(largest_coordinate(p.point), largest_coordinate(world, side));
  if (side.distance > rounding) return std::nullopt;
  const Point free = snap_to_side(world, p.point, side);
  if (distance(free, p.point) > tolerance::end_shift * rounding) return std::nullopt;
  return FreeEnd{free, 0.0};
}

// A point near p where the disc fits: a step away from the nearest obstacle, or the nearest one.
std::optional<Point> free_point_near(const World& world, const Point& p, double radius,
                                     const ObstacleFeature& nearest, double scale) {
  const Vector away = p - nearest_of(world.mesh(), nearest, p);
  const double lack = std::max(0.0, radius - nearest.distance) / nearest.distance;
  const Point beside = in_domain({p.x + lack * away.x, p.y + lack * away.y});
  const Point direction{away.x / nearest.distance, away.y / nearest.distance};
  const auto nudged = nudge(beside, direction, scale * std::numeric_limits<double>::epsilon(),
                            [&](const Point& x) { return fits(world, x, radius); });
  return nudged ? nudged : NearestFreePoints(world, p, radius).next(snap_steps);
}

// For a disc that does not fit at p.
std::optional<FreeEnd> free_disc(const World& world, const LocatedPoint& p, double radius) {
  if (!is_clear(world.mesh(), p.at)) return std::nullopt;
  const ObstacleFeature nearest =
      nearest_feature_in_free(world, p.point, Mesh::triangle_of(p.at.half_edge));
  const double scale =
      std::max({largest_coordinate(p.point), radius, largest_coordinate(world, nearest)});
  if (radius < tolerance::least_radius * scale) return std::nullopt;
  const double rounding = tolerance::end_radius * radius + tolerance::end_touch * scale;
  if (!fits(world, p, radius - rounding)) return std::nullopt;
  const auto free = free_point_near(world, p.point, radius, nearest, scale);
  if (free && distance(*free, p.point) <= tolerance::end_shift * rounding)
    return FreeEnd{*free, radius};
  const double room = nearest.distance * (1 - tolerance::clearance);
  return FreeEnd{p.point, room < radius && fits(world, p, room) ? room : radius - rounding};
}

}  // namespace

std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius) {
  const LocatedPoint located = world.located(p);
  if (fits(world, located, radius)) [[likely]]
    return FreeEnd{p, radius};
  return radius > 0 ? free_disc(world, located, radius) : free_point(world, located);
}

}  // namespace clearway
