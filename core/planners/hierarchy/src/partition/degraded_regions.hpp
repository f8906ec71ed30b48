// Finds the clusters that edits have degraded.
#pragma once

#include <span>
#include <vector>

#include "cluster_partition.hpp"
#include "planners/hierarchy/degraded_region.hpp"

namespace clearway {

// Disjoint regions around those of the clusters that have to be cut again. Costs one pass over the
// mesh if there are any.
std::vector<DegradedRegion> find_degraded_regions(const Mesh& mesh,
                                                  const ClusterPartition& partition,
                                                  std::span<const ClusterId> clusters);

}  // namespace clearway
