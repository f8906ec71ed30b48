// The offset curves near a square.
#pragma once

#include <cstdint>
#include <vector>

#include "query/nearest_feature.hpp"
#include "query/offset_curve.hpp"
#include "query/search_square.hpp"

namespace clearway {

struct FeatureCurve {
  ObstacleFeature feature;  // that the curve belongs to
  OffsetCurve curve;
  // Different for different features of one mesh.
  std::uint64_t key() const {
    return 2 * std::uint64_t{feature.index} + (feature.kind == ObstacleFeature::edge ? 1 : 0);
  }
};

// Replaces `curves` by those on which a disc of this radius can stand in the square while it
// touches their features; some may be listed twice. `among`: by triangle, 0 where no point is
// wanted; if the square meets wanted triangles nowhere, there are no curves. Null: all are wanted.
// False, with some of the curves: more than `max_triangles` would have to be visited.
bool curves_near(const World& world, const SearchSquare& square, double radius,
                 const IdVector<TriangleId, char>* among, std::size_t max_triangles,
                 std::vector<FeatureCurve>& curves);

}  // namespace clearway
