// A part of the world to be cut into clusters again.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/ids.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

// Clusters that edits have made too large, too small or ragged, and their triangles, as a graph: to
// be cut into `parts` of similar size with few portals between them. The neighbours of triangle i
// are neighbours[starts[i]] to neighbours[starts[i + 1] - 1], by their indices in `slots`.
struct DegradedRegion {
  std::vector<ClusterId> clusters;
  std::vector<TriangleId> slots;
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> neighbours;
  Index parts;
};

}  // namespace clearway
