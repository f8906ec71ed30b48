// Where the funnels of disc fronts begin: the start, or a corner that every path through the front
// touches, with the exact length of the path to it.
//
// A shortest path reaches each of its corners by a shortest path. So another root at the same
// corner and on the same side dominates a root when its disc, rolling on around the corner, gets to
// where the first one leaves the corner by a shorter path. Rolling is known to be legal only where
// one of the two does it.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"
#include "margin.hpp"

namespace clearway {

using FrontRootId = Id<struct FrontRootTag>;

struct FrontRoot {
  VertexId vertex;   // none: the start
  int side;          // +1: the corner is on the left
  double g;          // length of the path to the first contact
  Vector in;         // its heading there
  double must_roll;  // angle that every path turns by before it leaves the corner
  double can_roll;   // angle that the disc is known to be able to roll by
};

class FrontRoots {
 public:
  static constexpr FrontRootId start{0};

  // Forgets all but the start, which is the root `start`. `extent`: magnitude of the coordinates.
  void begin(std::size_t vertices, double radius, double extent);
  // Whether every root that is at least as long as this one is dominated; can_roll is not used.
  // False where that is not certain.
  bool is_surely_dominated(const FrontRoot& root) const;
  // The id of a new root; none: it is dominated. Marks the roots that it dominates.
  FrontRootId add(const FrontRoot& root);
  bool is_dominated(FrontRootId root) const { return is_dominated_[root]; }
  const FrontRoot& operator[](FrontRootId root) const { return roots_[root]; }
  // Whether everything reachable from b is reachable from a by a path that is no longer.
  bool is_no_longer(FrontRootId a, FrontRootId b) const;

 private:
  // The angle that a disc at `a` rolls by to the first point where it can leave `b`; infinity:
  // that may be impossible.
  static double roll(const FrontRoot& a, const FrontRoot& b);
  bool dominates(const FrontRoot& a, const FrontRoot& b) const;

  double radius_ = 0.0;
  Margin margin_;
  IdVector<FrontRootId, FrontRoot> roots_;
  IdVector<FrontRootId, FrontRootId> next_;    // at the same vertex
  IdVector<VertexId, FrontRootId> at_vertex_;  // the last one there
  IdVector<FrontRootId, std::uint8_t> is_dominated_;
};

}  // namespace clearway
