#include "walls.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/construction.hpp"
#include "geometry/segments_closer.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "query/raycast.hpp"

namespace clearway {

void WallFinder::find(const Point& p, double reach, NearWalls& near) {
  const Mesh& mesh = world_.mesh();
  near.walls.clear();
  near.from = p;
  near.reach = reach;
  marks_.begin(mesh);
  queue_.clear();
  flood(
      mesh, Mesh::triangle_of(world_.locate(p).half_edge), marks_, queue_,
      [&](VertexId v) {
        const Point q = mesh.point(v);
        if (distance(p, q) > reach) return true;
        // Corners are ends of edges, which the flood meets, too: around the corner.
        if (all_edges_at(mesh, v, [&](HalfEdgeId e) { return !mesh.constrained(e); }) &&
            std::none_of(near.walls.begin(), near.walls.end(),
                         [&](const Wall& w) { return w.a == q && w.b == q; }))
          near.walls.push_back({q, q});
        return true;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
        if (away(p, a, b) > reach) return Side::wall;
        if (!mesh.constrained(e)) return Side::pass;
        near.walls.push_back({a, b});
        return Side::wall;
      });
}

double part_clear_of_walls(const World& world, std::span<const Wall> walls, const Point& p,
                           const Vector& move, double radius) {
  const auto end = [&](double part) { return Point{p.x + part * move.x, p.y + part * move.y}; };
  if (radius == 0) {
    if (walls.empty()) return 1.0;
    const auto hit = raycast_from_free(world, world.located(p), end(1.0), 0.0);
    if (!hit) return 1.0;
    // Not onto the wall itself: rounding could put it behind.
    double part = hit->distance / length(move);
    for (int i = 0; i < 8; ++i) {
      part *= 0.5;
      if (!raycast_from_free(world, world.located(p), end(part), 0.0)) return part;
    }
    return 0.0;
  }
  const double kept = radius * (1 - tolerance::end_radius), size = length(move);
  double part = 1.0;
  for (const Wall& wall : walls) {
    // Clear cases; twice the length covers the rounding of the distance by far.
    if (away(p, wall.a, wall.b) - radius > 2 * part * size) continue;
    if (!is_closer(p, end(part), wall.a, wall.b, kept)) continue;
    double low = 0.0, high = part;
    for (int i = 0; i < 24; ++i) {
      const double middle = 0.5 * (low + high);
      (is_closer(p, end(middle), wall.a, wall.b, kept) ? high : low) = middle;
    }
    part = low;
  }
  return part;
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
