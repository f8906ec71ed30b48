// Tests whether a disc can reach a point. False is always correct; each test states when true is.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

class ReachFilter {
 public:
  explicit ReachFilter(const World& world) : world_(world) {}

  // By single edges: the disc crosses an unconstrained edge if the edge is at least as long as the
  // disc is wide. Exact for radius 0.
  //
  // The first call with a radius in a version of the world floods from both ends in turn, which
  // detects a small enclosure of either end at the cost of its size. The second call labels every
  // triangle with its component, so that further calls take constant time.
  bool may_connect(const Location& from, const Location& to, double radius);

  // By sequences of portals and the turns between them. Exact up to the world's max_radius, always
  // true above it. Floods from both ends in turn: linear in the smaller of the two areas that can
  // be reached.
  bool may_pass(const LocatedPoint& start, const LocatedPoint& goal, double radius) const;

  // By triangle: 0 where the centre of a disc from `from` cannot be, by single edges.
  IdVector<TriangleId, char> may_reach(const Location& from, double radius) const;

 private:
  bool floods_meet(const Location& from, const Location& to, double radius) const;
  void label_components(double radius);

  const World& world_;
  std::uint64_t version_ = ~std::uint64_t{0};
  double radius_ = 0.0;
  IdVector<TriangleId, TriangleId>
      component_;  // by triangle: one of its component; empty: not labelled
};

}  // namespace clearway
