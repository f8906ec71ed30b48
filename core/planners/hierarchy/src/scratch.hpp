// What the queries to a hierarchy share: scratch, joins of ends, walks.
#pragma once

#include <algorithm>
#include <vector>

#include "base/heap.hpp"
#include "clearway/planners/hierarchy.hpp"

namespace clearway {

// One end of a query, by one of the nodes of its clusters: estimated by a bearing of the
// triangle it lies in. Where clusters are not connected there may be none.
struct Hierarchy::Query::Join {
  NodeId node;
  double length;
  ClusterId cluster;
  Index number;         // `number` of the node in the cluster
  TriangleId triangle;  // none: it has no bearing
};

struct Hierarchy::Query::Scratch {
  explicit Scratch(const Mesh& mesh) : funnel(mesh) {}
  DiscFunnel funnel;
  Heap<NodeId> heap;
  struct At {                 // a node
    double cost, rest, next;  // rest: of a join to the goal; next: its entry in the heap
    NodeId parent;            // by which it was reached
    EdgeId edge;
    Index from;               // clusters of the node that it was reached in, as Hop::far
    std::uint32_t round = 0;  // in which the above was written
  };
  IdVector<NodeId, At> at;
  std::uint32_t round = 0;
  std::vector<Join> starts, goals;
  std::vector<HalfEdgeId> portals;
  std::vector<Segment> left, right;  // ways to both ends of a portal
};

// A walk over triangles that never turns back: steps that are undone at once are dropped.
class ChannelBuilder {
 public:
  ChannelBuilder(std::vector<TriangleId>& triangles, std::vector<std::size_t>& marks)
      : triangles_(triangles), marks_(marks) {}

  // How many of the triangles that were there are left.
  std::size_t extend(const std::vector<TriangleId>& channel, bool backwards) {
    left_ = triangles_.size();
    for (std::size_t i = 0; i < channel.size(); ++i)
      step(channel[backwards ? channel.size() - 1 - i : i]);
    for (std::size_t i = marks_.size(); i-- > 0 && marks_[i] > left_;) marks_[i] = left_;
    return left_;
  }

  void mark() { marks_.push_back(triangles_.size()); }

 private:
  void step(TriangleId t) {
    if (!triangles_.empty() && triangles_.back() == t) return;
    if (triangles_.size() > 1 && triangles_[triangles_.size() - 2] == t) {
      triangles_.pop_back();
      left_ = std::min(left_, triangles_.size());
      return;
    }
    triangles_.push_back(t);
  }

  std::vector<TriangleId>& triangles_;
  std::vector<std::size_t>& marks_;
  std::size_t left_ = 0;
};

// How many triangles of a walk a channel leaves that goes on from its end. Channels never turn
// back.
inline std::size_t left_by(const std::vector<TriangleId>& walk,
                           const std::vector<TriangleId>& channel) {
  std::size_t left = walk.size();
  for (const TriangleId t : channel) {
    if (left > 0 && walk[left - 1] == t) continue;
    if (left < 2 || walk[left - 2] != t) break;
    --left;
  }
  return left;
}

}  // namespace clearway
