// The walls near an agent, and moves that keep away from them.
#pragma once

#include <vector>

#include "agent.hpp"
#include "half_planes.hpp"
#include "mesh/flood.hpp"

namespace clearway {

// Finds walls with the scratch of one thread.
class WallFinder {
 public:
  explicit WallFinder(const World& world) : world_(world) {}
  // All walls within `reach` of p, which is free. Cost: point location, and the triangles within
  // that distance.
  void find(const Point& p, double reach, NearWalls& near);

 private:
  const World& world_;
  TriangleMarks marks_;
  std::vector<HalfEdgeId> queue_;
};

// The part, 0 to 1, of the move that a disc of this radius (>= 0) can make without coming nearer to
// a wall than its radius, exactly, less `tolerance::end_radius`; for a point, without crossing one.
// It is where this holds now.
double part_clear_of_walls(const World& world, std::span<const Wall> walls, const Point& p,
                           const Vector& move, double radius);

// Adds a half-plane of velocities for each wall that a disc could reach at this speed in so many
// seconds. A disc that keeps to them for that time does not overlap these walls: the points nearer
// than its radius to a wall are convex, and a half-plane is bounded by a tangent to them.
void add_wall_planes(std::span<const Wall> walls, const Point& p, double radius, double speed,
                     double seconds, std::vector<HalfPlane>& planes);

}  // namespace clearway
