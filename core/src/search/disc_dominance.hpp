// Dominance among the wedges of the disc search: a wedge is dropped when the disc reaches every
// point of its portal at less cost from a root at one of the portal's ends. The rule of
// PointSpread, for discs.
//
// Let the wedge be that of root R, and let its lines cross the portal from v to w. Write x for
// the point of the portal at distance x from v, and g(x) for the cost of rolling around R and
// leaving it on the tangent through x. Let Q be a root at v: its path is legal.
//
// 1. Q reaches a point y of the portal, at a cost c, by a legal path:
//    - the tangent on which the path comes to Q crosses the portal, at y = r / k and -r p / k before
//      the contact, where k = -side cross(u, d) > 0, p = dot(u, d) <= 0, u is the direction of the
//      tangent and d the unit vector from v to w; or
//    - Q rolls on to y = r, if this is no farther than it can roll.
// 2. The disc can follow the portal from y to x if no vertex but v and w is nearer than r to the
//    part of the portal between the two discs at its ends. For let x and y be free, and an obstacle
//    nearer than r to some point between them. Take the obstacle and the point of [x, y] that are
//    nearest to each other. No wall crosses a portal, so that one of the two is an end of its
//    segment. It is neither x nor y, which are free; so it is an end of the wall: a vertex. It is
//    not v or w, because x and y are at least r from them. Its foot lies between x and y, hence
//    between the two discs.
// 3. So x is reached at cost c + |x - y|. The wedge's lines cross the portal between two points
//    a <= b, and g changes by at most |x - x'| between x and x': its derivative is the cosine of
//    the angle between the line and the portal. Each x in [a, b] lies between y and one of a, b,
//    or y does between them: if c + |a - y| < g(a) and c + |b - y| < g(b), then c + |x - y| < g(x)
//    for each such x.
// 4. A path that crosses the portal on a line of the wedge is then not the shortest to the point
//    where it crosses, hence not the shortest to anything behind it. The prefixes of a shortest
//    path are shortest, so it is never dropped.
//
// Costs are rounded. Each root of a path adds to its cost an angle and a tangent, off by
// r * slack at most (DiscClear::angle_slack()), and a piece that counts as legal may be nearer to an
// obstacle than r by 2 r * slack: a path that keeps the radius is longer by at most 2 pi times that
// for each root. Hence 16 r * slack for each root on either path, and for the two points a and b,
// which are off by no more because lines that graze the portal decide nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/world.hpp"
#include "disc_roots.hpp"
#include "disc_wedge.hpp"

namespace clearway {

class DiscDominance {
 public:
  DiscDominance(const World& world, const DiscRoots& roots)
      : world_(world), mesh_(world.mesh()), roots_(roots) {}
  void begin(double radius, double slack);

  // Whether no shortest path leaves on a line of the wedge over the side `exit`, which the wedge's
  // lines cross. Only roots from the number `since` on count.
  bool is_dominated(Index exit, const DiscRoot& root, const DiscWedge& wedge, Index since = 0);

 private:
  // Where a line of the wedge crosses the portal, and the cost to this point.
  struct Crossing {
    double at;  // from the end looked at
    double cost;
  };
  // How many radii on both sides of the portal the way needs.
  enum class Way { along = 1, beside = 2, none = 3 };
  bool is_rival(Index vertex, const DiscRoot& root, Index since) const;
  Way way_over(Index end, const Vector& along, double wide, const DiscRoot& root,
               const Crossing& near, const Crossing& far, Index since) const;
  bool can_take(Way way, Index portal);
  int empty_beside(Index portal);

  const World& world_;
  const Mesh& mesh_;
  const DiscRoots& roots_;
  double r_ = 0.0, slack_ = 0.0;
  std::uint64_t version_ = ~std::uint64_t{0};
  // By half-edge: stamp_ when the disc can follow it, one more when it cannot; else not known.
  std::vector<std::uint16_t> follows_;
  std::uint16_t stamp_ = 0;    // a multiple of 2
  std::vector<Index> queue_;  // scratch
};

}  // namespace clearway
