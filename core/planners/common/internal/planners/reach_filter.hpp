// Quick tests whether a disc can reach something; never wrong when they say no. One looks at single
// sides of triangles, which is exact for radius 0; one at sequences of portals.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

class ReachFilter {
 public:
  explicit ReachFilter(const World& world) : world_(world) {}

  // False: no disc of this radius gets from one place to the other.
  //
  // Asked once in a version of the world, two floods grow in turn, so that a small enclosure
  // of either is found out at its own size; asked again, every triangle gets the number of
  // its part, and answers cost nothing from then on.
  bool may_connect(const Location& from, const Location& to, double radius);

  // The same, exactly, by the portals that a disc passes one after the other. Two floods grow in
  // turn: linear in the smaller of what can be got to from the two. True too above the world's
  // max_radius.
  bool may_pass(const LocatedPoint& start, const LocatedPoint& goal, double radius) const;

  // By triangle: 0 where a disc from the place cannot have its center.
  IdVector<TriangleId, char> may_reach(const Location& from, double radius) const;

 private:
  bool meet(const Location& from, const Location& to, double radius) const;
  void number_parts(double radius);

  const World& world_;
  std::uint64_t version_ = ~std::uint64_t{0};
  double radius_ = 0.0;
  IdVector<TriangleId, TriangleId> part_;  // by triangle; empty: not numbered
};

}  // namespace clearway
