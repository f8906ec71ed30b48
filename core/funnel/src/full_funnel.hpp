// The funnel over all corners of a channel. If its path comes too near to another corner, that
// corner joins, and the funnel is pulled tight again.
#pragma once

#include <span>
#include <vector>

#include "joined_funnel.hpp"

namespace clearway {

class DiscFunnel::FullFunnel {
 public:
  explicit FullFunnel(JoinedFunnel& funnel) : f_(funnel), mesh_(funnel.mesh), s_(funnel.s) {}

  // DiscFunnel::pull().
  bool pull(TriangleId first, std::span<const HalfEdgeId> portals, std::vector<Segment>& out);

 private:
  void list_joins(TriangleId first, std::span<const HalfEdgeId> portals);
  void add_end_candidates(TriangleId triangle, HalfEdgeId portal);
  void add_candidates_behind(HalfEdgeId side_edge, int side);
  void join(VertexId vertex, int side, double normal);
  bool find_too_near(const std::vector<Segment>& path, disc_funnel::Join& intruder,
                     disc_funnel::JoinId& before, disc_funnel::JoinId& next) const;

  JoinedFunnel& f_;
  const Mesh& mesh_;
  Scratch& s_;
  bool rejoined_ = false;  // whether a corner was inserted a second time
};

}  // namespace clearway
