// The walls near an agent, and moves that keep away from them.
#pragma once

#include <span>
#include <vector>

#include "agent.hpp"
#include "half_planes.hpp"
#include "mesh/flood.hpp"

namespace clearway {

// An edge of the mesh on an obstacle, or a post: then the ends are equal.
struct Wall {
  Point a, b;
};

// Finds walls with the scratch of one thread.
class WallFinder {
 public:
  explicit WallFinder(const World& world) : world_(world) {
    queue_.reserve(16 * NearWalls::most);
    found_.reserve(4 * NearWalls::most);
    walls_.reserve(4 * NearWalls::most);
  }
  // All walls within `needed` of p, which is free; they are valid until the next call. Cost: point
  // location, and the triangles within `reach` >= needed. `near` gets all walls within `reach`, or
  // within the largest distance whose walls it can hold; if that is less than `needed`, none.
  std::span<const Wall> find(const Point& p, double needed, double reach, NearWalls& near);
  // Those that an agent has kept since the last edit; they are valid until the next call.
  std::span<const Wall> kept(const NearWalls& near);

 private:
  const World& world_;
  struct Found {
    NearWalls::Ends ends;
    double away;
  };
  Wall wall(const NearWalls::Ends& ends) const;
  void collect(const Point& p, double reach);
  void keep(const Point& p, double reach, NearWalls& near);

  TriangleMarks marks_;
  std::vector<HalfEdgeId> queue_;
  std::vector<Found> found_;
  std::vector<Wall> walls_;
};

struct ClearMove {
  Vector move;
  bool is_whole;  // but for rounding
};

// As much of the move as a disc of this radius (>= 0) can make without coming nearer to a wall than
// its radius, exactly, less `tolerance::end_radius`; for a point, without crossing one: p + move,
// as it is rounded, is free. It is where this holds now.
ClearMove clear_of_walls(const World& world, std::span<const Wall> walls, const Point& p,
                         const Vector& move, double radius);

// Adds a half-plane of velocities for each wall that a disc could reach at this speed in so many
// seconds. A disc that keeps to them for that time does not overlap these walls: the points nearer
// than its radius to a wall are convex, and a half-plane is bounded by a tangent to them.
void add_wall_planes(std::span<const Wall> walls, const Point& p, double radius, double speed,
                     double seconds, std::vector<HalfPlane>& planes);

}  // namespace clearway
