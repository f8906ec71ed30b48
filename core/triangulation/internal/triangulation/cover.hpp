// The triangles that an obstacle covers.
#pragma once

#include <vector>

#include "triangulation/chains.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// Finds covered triangles by flooding from the edges of the rings. The cost is proportional to the
// number of triangles that touch the rings or lie inside them, not to the size of the world.
class CoverFinder {
 public:
  CoverFinder(const Triangulation& triangulation, const Chains& chains)
      : t_(triangulation), mesh_(triangulation.mesh), chains_(chains) {}

  // The triangles of each part of the obstacle. A part is a shell minus the holes that follow it.
  // With `even_odd` all shells together form one part.
  std::vector<std::vector<TriangleId>> parts(ObstacleId obstacle, bool even_odd);

 private:
  // Appends the triangles inside the ring by the even-odd rule.
  void inside(const Chain& ring, std::vector<TriangleId>& out);

  const Triangulation& t_;
  const Mesh& mesh_;
  const Chains& chains_;
  Triangulation::Marks on_segment_, on_ring_;
  IdVector<TriangleId, std::uint32_t> label_;  // per triangle: 2 * epoch + parity
  std::uint32_t epoch_ = 0;
  std::vector<TriangleId> queue_;
};

}  // namespace clearway
