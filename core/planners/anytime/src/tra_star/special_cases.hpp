// The special cases of TRA* (Demyen 2007, 7.1): both ends in one triangle, one tree, one ring or
// one corridor. Their channels are known without a search.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "channel_expansion.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

class SpecialCases {
 public:
  // What a channel costs, besides the length of its path; infinity: it is forbidden.
  using ExtraCost = std::function<double(const std::vector<HalfEdgeId>& portals)>;
  SpecialCases(AnytimeParts& parts, const Abstraction& abstraction, ExtraCost extra_cost)
      : p_(parts),
        a_(abstraction),
        mesh_(parts.query.world.mesh()),
        extra_cost_(std::move(extra_cost)) {}

  // Pushes the channels between triangles of start and goal, of one component, that stay inside one
  // structure. True: no other channel can be cheaper.
  bool push_channels(TriangleId from, TriangleId to);

 private:
  void push_tree(TriangleId from, TriangleId to);
  void push_along(TriangleId from, HalfEdgeId out, TriangleId to);
  void push_around_ring(TriangleId from, TriangleId to);
  void push_if_passable(TriangleId first);
  void push(TriangleId first);

  AnytimeParts& p_;
  const Abstraction& a_;
  const Mesh& mesh_;
  ExtraCost extra_cost_;
  bool is_any_extra_ = false;        // whether a channel costs more than the length of its path
  std::vector<HalfEdgeId> portals_;  // scratch
};

}  // namespace clearway
