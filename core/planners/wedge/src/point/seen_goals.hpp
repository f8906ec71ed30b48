// The goals that a root of the search for points sees between two rays.
#pragma once

#include "state.hpp"

namespace clearway {

class SeenGoals {
 public:
  explicit SeenGoals(PointState& state) : s_(state) {}

  // Queues the open goals in a triangle that contains the start, which is the root.
  void add_at_start(const Point& start, TriangleId triangle);
  // Queues the open goals in the triangle of `step` that the root sees between the rays.
  void add(const Ray& left, const Ray& right, HalfEdgeId step, PointRootId root,
           SearchNodeId parent);

  PointState& s_;
};

}  // namespace clearway
