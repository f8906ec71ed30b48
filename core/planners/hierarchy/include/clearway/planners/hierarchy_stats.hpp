// The size of a hierarchy, and the quality of its partition.
#pragma once

#include <cstddef>
#include <optional>

namespace clearway {

struct HierarchyQuality {
  std::size_t clusters, triangles;
  double decay;  // relative growth of the cut since partition(), corrected for the size
};

// The number of clusters to cut so many free triangles into: `wanted`, or about their square root.
std::size_t intended_clusters(std::size_t triangles, std::optional<std::size_t> wanted);
// Whether the world should be partitioned again: since the last partition, whose quality was
// `before`, the cut has grown by half, or the intended or the actual number of clusters has changed
// by a factor of two (and by more than two).
bool needs_partition(const HierarchyQuality& now, const HierarchyQuality& before,
                     std::optional<std::size_t> wanted);

struct HierarchyStats : HierarchyQuality {
  std::size_t nodes, edges;  // edges with a path
  std::size_t cached_paths;
  std::size_t repaired;  // edges computed so far
  std::size_t recuts;    // regions cut again so far
  std::size_t bytes;
  std::size_t cut;  // portals between clusters
  double balance;   // the largest cluster over the mean
};

}  // namespace clearway
