// The sparse funnel: over a few corners of the channel.
//
// Most corners of a channel are far from the path. So this funnel begins with the corners that the
// path of a point touches. Corners to which the result comes too near, or which it passes on the
// wrong side, are added (sparse_check.hpp) until there are none. A path that is shortest for some
// corners and legal for all of them is shortest for all. Difficult cases are left to the funnel
// over all corners.
#pragma once

#include <span>
#include <vector>

#include "joined_funnel.hpp"

namespace clearway {

class DiscFunnel::SparseFunnel {
 public:
  // There is a portal.
  SparseFunnel(JoinedFunnel& funnel, std::span<const HalfEdgeId> portals)
      : f_(funnel), mesh_(funnel.mesh), s_(funnel.s), portals_(portals) {}

  // The path; false: the funnel over all corners must decide.
  bool pull(std::vector<Segment>& out);

 private:
  double list_corners();
  void activate_taut();
  bool pull_active();
  bool connect_joins();
  double lift_of(disc_funnel::ChannelCornerId corner) const;

  JoinedFunnel& f_;
  const Mesh& mesh_;
  Scratch& s_;
  std::span<const HalfEdgeId> portals_;
};

}  // namespace clearway
