// Where the paths of the search for points may bend: only around an obstacle, and only if no other
// path reaches the corner at less cost.
#pragma once

#include "state.hpp"

namespace clearway {

class PointBends {
 public:
  explicit PointBends(PointState& state) : s_(state) {}
  void begin(const LocatedPoint& start) {
    start_ = start;
    start_displaced_ = Displaced::unknown;
  }

  // Whether a path from this root may bend at the corner, coming from some direction.
  bool may_bend(VertexId corner, PointRootId from) {
    return s_.surroundings.may_bend(corner) ||
           (from == PointTree::start_root && is_start_displaced());
  }
  // Queues the bend at an end of the edge `step`, unless it is pruned. The path comes straight from
  // the root.
  void add(const PortalEnd& corner, VertexId other_end, PointNode::Kind kind, HalfEdgeId step,
           PointRootId root, SearchNodeId parent);

 private:
  bool is_taut(VertexId corner, const Ray& arrival, int turn, PointRootId root);
  bool is_start_displaced();

  PointState& s_;
  LocatedPoint start_{};
  // By rounding, out of its triangle (world/input_side.hpp). Computed on demand.
  enum class Displaced : std::uint8_t { unknown, yes, no } start_displaced_ = Displaced::unknown;
};

}  // namespace clearway
