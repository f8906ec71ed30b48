// The mesh as one query pays for it.
#pragma once

#include "planners/weighted_regions.hpp"

namespace clearway {

struct WeightedMesh {
  WeightedMesh(const WeightedRegions& of, const AreaFactors& factors);

  const WeightedRegions& regions;
  const Mesh& mesh;
  IdVector<TriangleId, double> weight;  // by triangle
  double least_weight;                  // of all free triangles

  // The factor of the triangle that is entered by this half-edge.
  double weight_beyond(HalfEdgeId e) const { return weight[Mesh::triangle_of(e)]; }
};

}  // namespace clearway
