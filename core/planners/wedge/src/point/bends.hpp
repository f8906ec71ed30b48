// Where the paths of the search for points may bend: only around an obstacle, and only if no other
// path reaches the corner at less cost.
#pragma once

#include <span>
#include <vector>

#include "state.hpp"

namespace clearway {

class PointBends {
 public:
  explicit PointBends(PointState& state) : s_(state) {}
  void begin(std::span<const LocatedPoint> starts) {
    starts_.assign(starts.begin(), starts.end());
    displaced_.assign(starts.size(), Displaced::unknown);
  }

  // Whether a path from this root may bend at the corner, coming from some direction.
  bool may_bend(VertexId corner, PointRootId from) {
    return s_.corners.may_bend(corner) || (s_.tree.is_source(from) && is_displaced(from));
  }
  // Queues the bend at an end of the edge `step`, unless it is pruned. The path comes straight from
  // the root.
  void add(const PortalEnd& corner, VertexId other_end, PointNode::Kind kind, HalfEdgeId step,
           PointRootId root, SearchNodeId parent);

 private:
  bool is_taut(VertexId corner, const Ray& arrival, int turn, PointRootId root);
  bool is_displaced(PointRootId source);

  PointState& s_;
  std::vector<LocatedPoint> starts_;
  // By start: whether it lies, by rounding, out of its triangle (world/input_side.hpp). Computed on
  // demand.
  enum class Displaced : std::uint8_t { unknown, yes, no };
  std::vector<Displaced> displaced_;
};

}  // namespace clearway
