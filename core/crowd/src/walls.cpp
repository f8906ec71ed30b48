#include "walls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/construction.hpp"
#include "geometry/segments_closer.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "query/free.hpp"
#include "query/nudge.hpp"
#include "query/raycast.hpp"

namespace clearway {

void WallFinder::collect(const Point& p, double reach) {
  const Mesh& mesh = world_.mesh();
  found_.clear();
  marks_.begin(mesh);
  queue_.clear();
  flood(
      mesh, Mesh::triangle_of(world_.locate(p).half_edge), marks_, queue_,
      [&](VertexId v) {
        const Point q = mesh.point(v);
        const double far = distance(p, q);
        if (far > reach) return true;
        // Corners are ends of edges, which the flood meets, too: around the corner.
        if (all_edges_at(mesh, v, [&](HalfEdgeId e) { return !mesh.constrained(e); }) &&
            std::none_of(found_.begin(), found_.end(),
                         [&](const Found& f) { return f.ends.a == v && f.ends.b == v; }))
          found_.push_back({{v, v}, far});
        return true;
      },
      [&](HalfEdgeId e) {
        const VertexId a = mesh.origin(e), b = mesh.target(e);
        const double far = away(p, mesh.point(a), mesh.point(b));
        if (far > reach) return Side::wall;
        if (!mesh.constrained(e)) return Side::pass;
        found_.push_back({{a, b}, far});
        return Side::wall;
      });
}

// Stores the walls found within `reach`, or the nearest of them and how far they reach.
void WallFinder::keep(const Point& p, double reach, NearWalls& near) {
  near.from = p;
  near.reach = reach;
  if (found_.size() > NearWalls::most) {
    const auto first_out = found_.begin() + NearWalls::most;
    std::nth_element(found_.begin(), first_out, found_.end(),
                     [](const Found& x, const Found& y) { return x.away < y.away; });
    // Just below the nearest wall that is left out.
    near.reach = std::nextafter(first_out->away, 0.0);
  }
  near.count = static_cast<std::uint32_t>(std::min(found_.size(), NearWalls::most));
  for (std::size_t i = 0; i < near.count; ++i) near.walls[i] = found_[i].ends;
}

std::span<const Wall> WallFinder::find(const Point& p, double needed, double reach,
                                       NearWalls& near) {
  collect(p, reach);
  keep(p, reach, near);
  if (near.reach >= needed) return kept(near);
  near.reach = -1.0;
  near.count = 0;
  walls_.clear();
  for (const Found& f : found_) walls_.push_back(wall(f.ends));
  return walls_;
}

std::span<const Wall> WallFinder::kept(const NearWalls& near) {
  walls_.clear();
  for (std::size_t i = 0; i < near.count; ++i) walls_.push_back(wall(near.walls[i]));
  return walls_;
}

Wall WallFinder::wall(const NearWalls::Ends& ends) const {
  const Mesh& mesh = world_.mesh();
  return {mesh.point(ends.a), mesh.point(ends.b)};
}

namespace {

// The part of a disc's move is known to 2^-24 of it; a point tries so many halves of its move.
constexpr int move_halvings = 24, point_halvings = 8;

// For a point. A line along a wall leaves the free space by rounding: then it ends beside.
ClearMove point_clear_of_walls(const World& world, const Point& p, const Vector& move) {
  const LocatedPoint here = world.located(p);
  const double size = length(move);
  const double step = std::numeric_limits<double>::epsilon() *
                      std::max(std::abs(p.x) + std::abs(p.y), std::abs(move.x) + std::abs(move.y));
  // The move by which p gets to a point, as Moving makes it, and where it gets.
  const auto landed = [&](const Point& q) {
    return in_domain({p.x + (q.x - p.x), p.y + (q.y - p.y)});
  };
  const auto reach = [&](double part) {
    const Point end = in_domain({p.x + part * move.x, p.y + part * move.y});
    return nudge(end, {-move.y / size, move.x / size}, step, [&](const Point& q) {
      const Point at = landed(q);
      return fits(world, at, 0.0) && !raycast_from_free(world, here, at, 0.0);
    });
  };
  if (const auto end = reach(1.0)) return {*end - p, true};
  const auto hit = raycast_from_free(world, here, in_domain({p.x + move.x, p.y + move.y}), 0.0);
  // Not onto the wall itself: rounding could put it behind.
  double part = hit ? hit->distance / size : 1.0;
  for (int i = 0; i < point_halvings; ++i) {
    part *= 0.5;
    if (const auto end = reach(part)) return {*end - p, false};
  }
  return {{0.0, 0.0}, false};
}

}  // namespace

ClearMove clear_of_walls(const World& world, std::span<const Wall> walls, const Point& p,
                         const Vector& move, double radius) {
  const double size = length(move);
  if (walls.empty() || size == 0) return {move, true};
  if (radius == 0) return point_clear_of_walls(world, p, move);
  const auto end = [&](double part) { return Point{p.x + part * move.x, p.y + part * move.y}; };
  const double kept = radius * (1 - tolerance::end_radius);
  double part = 1.0;
  for (const Wall& wall : walls) {
    // Clear cases; twice the length covers the rounding of the distance by far.
    if (away(p, wall.a, wall.b) - radius > 2 * part * size) continue;
    if (!is_closer(p, end(part), wall.a, wall.b, kept)) continue;
    double low = 0.0, high = part;
    for (int i = 0; i < move_halvings; ++i) {
      const double middle = 0.5 * (low + high);
      (is_closer(p, end(middle), wall.a, wall.b, kept) ? high : low) = middle;
    }
    part = low;
  }
  return {part * move, part == 1};
}

void add_wall_planes(std::span<const Wall> walls, const Point& p, double radius, double speed,
                     double seconds, std::vector<HalfPlane>& planes) {
  for (const Wall& wall : walls) {
    const Point foot = nearest_on_segment(wall.a, wall.b, p);
    const Vector out = p - foot;
    const double size = length(out), gap = std::max(0.0, size - radius);
    if (gap > speed * seconds || size == 0) continue;
    const Vector normal = (1 / size) * out;
    const Vector point = (-gap / seconds) * normal, direction{normal.y, -normal.x};
    // The edges of a straight wall meet in a vertex that several of them have nearest.
    const bool is_known = std::any_of(planes.begin(), planes.end(), [&](const HalfPlane& known) {
      return known.point.x == point.x && known.point.y == point.y &&
             known.direction.x == direction.x && known.direction.y == direction.y;
    });
    if (!is_known) planes.push_back({point, direction});
  }
}

}  // namespace clearway
