// Dominance among the wedges of the disc search: a wedge is dropped when the disc reaches every
// point of its portal at less cost by way of a root at one of the portal's ends. The rule of
// PointWedgeSearch, for discs.
//
// Let root R's wedge cross the portal from v to w, d be the unit vector from v to w, and x stand
// for the point of the portal at distance x from v. Let g(x) be the cost of rolling around R and
// leaving it on the tangent through x. The wedge's lines cross the portal in [a, b], where
// r <= a <= b <= |vw| - r. Let Q be a root at v, whose path is legal: it comes to Q in direction u.
// Write k = -side cross(u, d) and p = dot(u, d): the tangent to Q meets the line of the portal
// at r / k, and p r / k after its point of contact with Q.
//
// The portal counts as empty to a depth h when no vertex but v and w has its foot on it and lies
// nearer to it than h, and no wall that ends neither in v nor in w comes nearer to it than r.
//
// 1. Q reaches a point y of the portal at cost c. Two ways:
//    along: if k > 0 and p <= 0, and the tangent is at least -p r / k long, the path has crossed
//    the
//           portal at y = r / k on its way to Q: c = cost(Q) + p r / k.
//    beside: otherwise the disc rolls on around v, if its reach allows it, and leaves on the
//    tangent
//           to y = a; or without rolling to y = r / k, if this is less than a. c is the cost of
//           that.
// 2. y is free in the second way, if the portal is empty to the depth r and some x in [y, b] is
//    free. The nearest obstacle to y is not a vertex, nor a wall that ends in neither v nor w: they
//    are r away. A wall that ends in v stands at least a quarter turn from the disc at its contact,
//    on either side, and the tangent touches the disc around v there: it leaves the wall on the
//    side rolled from behind v, and meets the portal where it is r from the wall on the other side
//    or farther. A wall that ends in w and is nearer than r to y is nearer still to x.
// 3. The tangent from its contact t to y is legal, if the portal is empty to the depth 2 r. No wall
//    crosses it: it would enter the triangle v t y, where it cannot end, as vertices there are
//    nearer to the portal than r; nor leave over vy, a portal, nor over vt, a radius of a free
//    disc. So where the tangent and an obstacle nearer than r are nearest to each other, one of the
//    two is an end of its segment. Not t or y, which are free; not v, whose circle the tangent
//    touches; not w, to which y is nearest. Any other vertex is less than r from the tangent, hence
//    less than 2 r from the portal, and has its foot on it.
// 4. The disc can follow the portal from y to any free x in [a, b], if it is empty to the depth r:
//    as in 3, the nearest of an obstacle and of [x, y] would be a vertex other than v and w.
//    So x is reached at cost c + |x - y|.
// 5. g changes by at most |x - x'| between x and x': its derivative is the cosine of the angle
//    between line and portal. If c + |a - y| < g(a) and c + |b - y| < g(b), then
//    c + |x - y| < g(x) for all x in [a, b], because x lies between y and a, or between y and b.
// 6. A path on a line of the wedge is then not the shortest to where it crosses the portal, hence
// to
//    nothing behind it. The prefixes of a shortest path are shortest: none is ever dropped.
//
// Costs are rounded. Each root of a path adds to its cost an angle and a tangent, off by
// r * slack at most (DiscCollision::angle_slack()), and a piece that counts as legal may be nearer
// to an obstacle than r by 2 r * slack: a path that keeps the radius is longer by at most 2 pi
// times that for each root. Hence a margin of 16 r * slack for each root on either path. It holds
// for a and b too, which are off by no more, as lines that graze the portal decide nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "roots.hpp"
#include "wedge.hpp"

namespace clearway {

class DiscDominance {
 public:
  DiscDominance(const World& world, const DiscRoots& roots)
      : world_(world), mesh_(world.mesh()), roots_(roots) {}
  void begin(double radius, double slack);

  // Whether no shortest path leaves on a line of the wedge over the side `exit`, which the wedge's
  // lines cross. Only roots from the number `since` on count.
  bool is_dominated(HalfEdgeId exit, const DiscRoot& root, const DiscWedge& wedge, Index since = 0);

 private:
  // Where a line of the wedge crosses the portal.
  struct Crossing {
    double at;    // distance from the end looked at
    double cost;  // g
  };
  // By the depth, in radii, to which the portal must be empty.
  enum class Way { along = 1, beside = 2, none = 3 };
  bool is_rival(VertexId vertex, const DiscRoot& root, Index since) const;
  Way way_over(VertexId end, const Vector& along, double wide, const DiscRoot& root,
               const Crossing& near, const Crossing& far, Index since) const;
  bool can_take(Way way, HalfEdgeId portal);
  int empty_depth(HalfEdgeId side);

  const World& world_;
  const Mesh& mesh_;
  const DiscRoots& roots_;
  double r_ = 0.0, slack_ = 0.0;
  std::uint64_t version_ = ~std::uint64_t{0};
  // By the lower half-edge of each portal: the depth to which it is empty, in radii, more than
  // stamp_; else not known.
  IdVector<HalfEdgeId, std::uint16_t> depths_;
  std::uint16_t stamp_ = 0;        // a multiple of 4
  std::vector<HalfEdgeId> queue_;  // scratch
};

}  // namespace clearway
