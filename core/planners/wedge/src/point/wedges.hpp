// The wedges of the search for points: how they advance over the mesh, and how they split.
#pragma once

#include "bends.hpp"
#include "seen_goals.hpp"

namespace clearway {

class PointWedges {
 public:
  PointWedges(PointState& state, PointBends& bends, SeenGoals& seen_goals)
      : s_(state), bends_(bends), seen_goals_(seen_goals) {}
  void begin() { has_many_goals_ = s_.goals->are_many(); }

  // Advances a wedge that is not dominated until it splits, and queues it there; or until it ends
  // at a wall. Queues the bends and goals on its way.
  void advance(const PointNode& first, PortalInterval interval);
  // Splits a wedge at the apex inside it and advances both halves.
  void split(SearchNodeId node);

 private:
  PortalEnd end(VertexId corner) const { return {corner, s_.mesh.point(corner)}; }
  double lower_bound(const PointRoot& root, const PortalInterval& interval) const;
  void queue(SearchNodeId node, HalfEdgeId at, VertexId left_end, VertexId right_end,
             const PortalInterval& interval, double f);

  PointState& s_;
  PointBends& bends_;
  SeenGoals& seen_goals_;
  bool has_many_goals_ = false;
};

}  // namespace clearway
