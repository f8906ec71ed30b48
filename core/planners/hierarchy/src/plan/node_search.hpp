// A* over the nodes of the abstract graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/heap.hpp"
#include "clearway/path/path.hpp"
#include "connections.hpp"
#include "hierarchy_data.hpp"
#include "planners/hierarchy/expanded_node.hpp"

namespace clearway {

class NodeSearch {
 public:
  explicit NodeSearch(const HierarchyData& data) : data_(data) {}

  // Searches from the connections of the start to those of the goal. Returns the last node of the
  // best plan and the length of the plan with both connections; none: there is no plan. Slightly
  // greedy: the plan may not be the shortest.
  NodeId run(std::span<const Connection> starts, std::span<const Connection> goals,
             const Point& start, const Point& goal, double radius, double& length,
             SearchStats& stats);

  // Later calls of run() append to it the nodes that they expand; null: they do not.
  void report_to(std::vector<ExpandedNode>* expanded) { expanded_ = expanded; }

  // After run(), for the nodes of the plan: the node before (none: the first), the edge from there,
  // and the length from the start.
  NodeId parent(NodeId node) const { return labels_[node].parent; }
  EdgeId edge(NodeId node) const { return labels_[node].edge; }
  double cost(NodeId node) const { return labels_[node].cost; }

 private:
  struct Label {
    double cost, to_goal;  // from the start; of the connection to the goal
    double queued;         // estimate of its entry in the heap; other entries are stale
    NodeId parent;
    EdgeId edge;
    Index reached_in;       // as AbstractGraph::common_clusters: the clusters of the edge
    std::uint32_t run = 0;  // in which the above was written
  };
  Label& label(NodeId node);
  void reach(NodeId node, double cost, double estimate, NodeId parent, EdgeId edge, Index clusters);
  double expand_in(ClusterId cluster, Index row, NodeId node, double limit);

  const HierarchyData& data_;
  IdVector<NodeId, Label> labels_;
  Heap<NodeId> heap_;
  std::uint32_t run_ = 0;
  std::vector<ExpandedNode>* expanded_ = nullptr;

  // Of the current run.
  Point goal_;
  double radius_ = 0, weight_ = 0;
  double best_ = 0;  // length of the best plan so far
  NodeId last_ = none;
  std::uint64_t generated_ = 0;
};

}  // namespace clearway
