// Where the funnels of disc fronts begin: the start, or a corner that every path through the
// front touches, with the exact length of the way to it.
//
// A path that is shortest goes to each of its corners by a shortest way. So a root dies when
// another touches the same corner on the same side and a disc that rolls on from there gets to
// where this one leaves it by a shorter way. Rolling on is legal where one of the two does it.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"
#include "margin.hpp"

namespace clearway {

struct FrontRoot {
  VertexId vertex;  // none: the start
  int side;         // +1: the corner is on the left
  double g;         // length of the way to where it touches first
  Vector in;        // its heading there
  double leave;     // angle that every path turns by before it leaves the corner
  double reach;     // angle that the disc is known to be able to roll by
};

class FrontRoots {
 public:
  // Forgets all but the start, which is root 0. `extent`: the largest coordinate or so.
  void begin(std::size_t vertices, double radius, double extent);
  // Whether a root dies that is at least so long; `reach` does not count. Not all that do are seen.
  bool is_hopeless(const FrontRoot& root) const;
  // The number of a new root; none: it is dead. Others may die by it.
  Index add(const FrontRoot& root);
  bool is_dead(Index root) const { return is_dead_[root]; }
  const FrontRoot& operator[](Index root) const { return roots_[root]; }
  // Whether all that can be reached from b can be reached from a by a way that is no longer.
  bool is_no_longer(Index a, Index b) const;

 private:
  // How far a disc that came to `a` rolls to where it can leave `b` first; infinity: it may be
  // unable to.
  static double roll(const FrontRoot& a, const FrontRoot& b);
  bool kills(const FrontRoot& a, const FrontRoot& b) const;

  double radius_ = 0.0;
  Margin margin_;
  std::vector<FrontRoot> roots_;
  std::vector<Index> next_;              // at the same vertex
  IdVector<VertexId, Index> at_vertex_;  // the last one there
  std::vector<std::uint8_t> is_dead_;
};

}  // namespace clearway
