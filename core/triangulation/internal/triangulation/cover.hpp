// Which triangles a part of an obstacle covers.
#pragma once

#include <vector>

#include "triangulation/chains.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// Finds covered triangles by flooding from the rings' own edges: cost proportional to the
// triangles around the rings and inside them, not to the world.
class CoverFinder {
 public:
  CoverFinder(const Triangulation& triangulation, const Chains& chains)
      : t_(triangulation), mesh_(triangulation.mesh), chains_(chains) {}

  // The triangles of each part of the obstacle: a shell less the holes after it. With
  // `even_odd` all its shells make one part together.
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

// The cover of every triangle, by slot, in one walk over the dual graph from the frame that
// turns the parity of each ring it crosses. Linear in the mesh, however rings are nested.
IdVector<TriangleId, std::uint32_t> sweep_cover(const Triangulation& triangulation,
                                                const Chains& chains);

}  // namespace clearway
