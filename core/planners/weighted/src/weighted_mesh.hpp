// The mesh as one query pays for it.
#pragma once

#include "geometry/tolerances.hpp"
#include "planners/weighted/weighted_regions.hpp"

namespace clearway {

struct WeightedMesh {
  WeightedMesh(const WeightedRegions& of, const AreaFactors& factors);

  const WeightedRegions& regions;
  const Mesh& mesh;
  double least_weight;  // of all free triangles
  double scale;         // the largest coordinate of their corners
  double most_weight;   // of all free triangles

  // Costs that are not below this are lower by rounding only: of the cost, or of coordinates.
  double lowered(double cost) const {
    return cost * (1 - tolerance::same_cost) - tolerance::crossing_point * least_weight * scale;
  }

  // The factor of a triangle; 0 if it is not free.
  double weight(TriangleId t) const {
    const AreaSetId areas = regions.areas_of(t);
    return areas == none ? 0.0 : weights_[areas];
  }
  // The factor of the triangle that is entered by this half-edge.
  double weight_beyond(HalfEdgeId e) const { return weight(Mesh::triangle_of(e)); }
  // Whether the factor changes across this open side.
  bool is_border(HalfEdgeId e) const { return weight_beyond(e) != weight_beyond(mesh.twin(e)); }

 private:
  IdVector<AreaSetId, double> weights_;
};

}  // namespace clearway
