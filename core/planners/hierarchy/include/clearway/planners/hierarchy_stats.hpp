// The size of a hierarchy, and the quality of its partition.
#pragma once

#include <cstddef>

namespace clearway {

struct HierarchyQuality {
  std::size_t clusters, triangles;
  double decay;  // relative growth of the cut since partition(), corrected for the size
};

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
