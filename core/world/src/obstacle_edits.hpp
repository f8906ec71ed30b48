// Adds obstacles to the mesh and removes them from it. Private to the world module.
#pragma once

#include <span>
#include <vector>

#include "clearway/obstacles/obstacles.hpp"
#include "mesh/location.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/cover.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// The handle of the bounds, which are stored like an obstacle.
inline constexpr Handle bounds_handle = -1;

class ObstacleEdits {
 public:
  ObstacleEdits(Chains& chains, Triangulation& triangulation, CoverFinder& cover,
                const Sectors& sectors)
      : chains_(chains), triangulation_(triangulation), cover_(cover), sectors_(sectors) {}

  // The mesh is Delaunay and its cover is right after each of these; clearance is not repaired.
  // Handles must exist.
  void remove(std::span<const Handle> handles);
  // Handles must be free, and the input checked (obstacles/input_checks.hpp).
  void add(Obstacles added);

 private:
  // Points, and for each the corner that will refer to its vertex.
  struct Corners {
    std::vector<Point> points;
    std::vector<ChainPointId> ids;
  };
  std::vector<ObstacleId> allocate(const Obstacles& added, std::vector<ChainPointId>& corners);
  void insert_points(const Corners& corners);
  std::size_t count_segments(std::span<const ObstacleId> obstacles) const;
  void insert_segments(std::span<const ObstacleId> obstacles);
  void sweep_all_cover();
  void change_cover(ObstacleId obstacle, int by);

  Chains& chains_;
  Triangulation& triangulation_;
  CoverFinder& cover_;
  const Sectors& sectors_;
};

}  // namespace clearway
