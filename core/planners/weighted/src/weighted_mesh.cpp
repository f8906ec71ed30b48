#include "weighted_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {

WeightedMesh::WeightedMesh(const WeightedRegions& of, const AreaFactors& factors)
    : regions(of),
      mesh(of.world().mesh()),
      weight(of.weights(factors)),
      least_weight(std::numeric_limits<double>::infinity()),
      scale(0.0),
      most_weight(0.0) {
  for (const TriangleId t : weight.ids()) {
    if (!(weight[t] > 0)) continue;
    least_weight = std::min(least_weight, weight[t]);
    most_weight = std::max(most_weight, weight[t]);
    for (const VertexId v : mesh.triangles[t].vertex) {
      const Point p = mesh.point(v);
      scale = std::max({scale, std::abs(p.x), std::abs(p.y)});
    }
  }
}

}  // namespace clearway
