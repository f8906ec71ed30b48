// The goals that a root of the search for points sees between two rays.
#pragma once

#include "state.hpp"

namespace clearway {

class SeenGoals {
 public:
  explicit SeenGoals(PointState& state) : s_(state) {}

  // Queues the open goals in a triangle that contains the source `root`.
  void add_at_source(PointRootId root, TriangleId triangle);
  // Queues the open goals in the triangle of `step` that the root sees between its boundary rays at
  // these corners. Goals everywhere: records what the root sees.
  void add(VertexId left, VertexId right, HalfEdgeId step, PointRootId root, SearchNodeId parent);

  PointState& s_;
};

}  // namespace clearway
