#include "weighted_mesh.hpp"

#include <algorithm>
#include <limits>

namespace clearway {

WeightedMesh::WeightedMesh(const WeightedRegions& of, const AreaFactors& factors)
    : regions(of),
      mesh(of.world().mesh()),
      least_weight(std::numeric_limits<double>::infinity()),
      scale(of.scale()),
      most_weight(0.0),
      weights_(of.weights(factors)) {
  for (const double weight : weights_) {
    least_weight = std::min(least_weight, weight);
    most_weight = std::max(most_weight, weight);
  }
}

}  // namespace clearway
