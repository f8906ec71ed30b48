// A hierarchy as plain data, for files.
#pragma once

#include <utility>
#include <vector>

#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

// Nodes and edges by their indices in these lists. Every two nodes with a common cluster have one
// edge. The clusters of the triangles are stored separately, by Hierarchy::cluster_of().
struct HierarchyState {
  std::vector<Point> positions;                                // of the nodes
  std::vector<std::pair<ClusterId, ClusterId>> node_clusters;  // the two clusters of each node
  std::vector<std::pair<Index, Index>> edges;                  // the two nodes of each edge
  // Of each edge, from its first node to its second. Channels are slots of the mesh.
  // Hierarchy::restore() ignores segments: it pulls the channels tight again.
  std::vector<std::vector<CachedPath>> paths;
};

}  // namespace clearway
