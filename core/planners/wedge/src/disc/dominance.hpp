// Dominance among the wedges of the search for discs: a wedge is discarded if the disc reaches
// every point of its portal at less cost over a root at one of the portal's ends. This is the
// interval rule of PointWedgeSearch, for discs.
//
// Let the wedge of root R cross the portal from v to w, let d be the unit vector from v to w, and
// let x stand for the point of the portal at distance x from v. Let g(x) be the cost of rolling
// around R and leaving it on the tangent through x. The lines of the wedge cross the portal in [a,
// b], where r <= a <= b <= |vw| - r. Let Q be a root at v whose path is legal and arrives in
// direction u. Write k = -side cross(u, d) and p = dot(u, d): the tangent to Q meets the line of
// the portal at r / k, and p r / k after its contact with Q.
//
// The portal counts as empty to a depth h if no vertex other than v and w has its foot on it and
// lies nearer to it than h, and no wall that ends neither in v nor in w comes nearer to it than r.
//
// 1. Q reaches a point y of the portal at cost c, in one of two ways:
//    along:  if k > 0 and p <= 0, and the tangent is at least -p r / k long, the path has crossed
//            the portal at y = r / k before it reached Q: c = cost(Q) + p r / k.
//    beside: otherwise the disc rolls on around v, if its reach allows it, and leaves on the
//            tangent to y = a; or, without rolling, to y = r / k, if this is less than a. c is the
//            cost of this.
// 2. In the second case the disc fits at y if the portal is empty to the depth r and the disc fits
//    at some x in [y, b]. The nearest obstacle to y is neither a vertex nor a wall that ends in
//    neither v nor w: these are at least r away. A wall that ends in v is at least a quarter turn
//    away from the disc at its contact, on either side, and the tangent touches the disc around v
//    there: it leaves the wall behind on the side from which the disc has rolled, and meets the
//    portal where it is at least r away from the wall on the other side. A wall that ends in w and
//    is nearer than r to y is even nearer to x.
// 3. The tangent from its contact t to y is legal if the portal is empty to the depth 2 r. No wall
//    crosses it: the wall would enter the triangle v t y. It cannot end there, as vertices there
//    are nearer to the portal than r. It cannot leave across vy, which lies on a portal, nor across
//    vt, a radius of a free disc. So where the tangent and an obstacle nearer than r are nearest to
//    each other, one of the two points is an end of its segment. It is not t or y, where the disc
//    fits; not v, whose circle the tangent touches; not w, as y is the point of the tangent nearest
//    to w. Any other vertex is less than r from the tangent, hence less than 2 r from the portal,
//    and has its foot on the portal.
// 4. The disc can follow the portal from y to any x in [a, b] at which it fits, if the portal is
//    empty to the depth r: as in 3, the point where an obstacle is nearest to [x, y] would be a
//    vertex other than v and w. So x is reached at cost c + |x - y|.
// 5. g changes by at most |x - x'| between x and x': its derivative is the cosine of the angle
//    between line and portal. If c + |a - y| < g(a) and c + |b - y| < g(b), then c + |x - y| < g(x)
//    for all x in [a, b], because x lies between y and a, or between y and b.
// 6. Hence a path on a line of the wedge is not shortest to where it crosses the portal, and not to
//    anything beyond. Prefixes of a shortest path are shortest, so no shortest path is discarded.
//
// Costs are rounded. Each root of a path adds an angle and a tangent to its cost, with an error of
// at most r * slack (DiscCollision::angle_slack()). A line or arc that counts as legal may be
// nearer to an obstacle than r by 2 r * slack; a path that keeps the radius is longer by at most 2
// pi times that for each root. Hence the margin of 16 r * slack for each root on either path. It
// also covers a and b, whose errors are no larger, as lines that cross the portal at a small angle
// are not used.
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

  // Whether no shortest path crosses `exit` on a line of the wedge; the lines of the wedge cross
  // it. Considers only roots from `since` on: earlier ones have been considered before.
  bool is_dominated(HalfEdgeId exit, const DiscRoot& root, const DiscWedge& wedge,
                    DiscRootId since = start_root);

 private:
  // Where a line of the wedge crosses the portal.
  struct Crossing {
    double at;    // distance from the end in question
    double cost;  // g
  };
  // How a root reaches the portal; the value is the depth, in radii, to which it must be empty.
  enum class Access { along = 1, beside = 2, none = 3 };
  bool is_rival(VertexId vertex, const DiscRoot& root, DiscRootId since) const;
  Access access_over(VertexId end, const Vector& along, double wide, const DiscRoot& root,
                     const Crossing& near, const Crossing& far, DiscRootId since) const;
  bool is_usable(Access access, HalfEdgeId portal);
  int empty_depth(HalfEdgeId side);

  const World& world_;
  const Mesh& mesh_;
  const DiscRoots& roots_;
  double r_ = 0.0, slack_ = 0.0;
  std::uint64_t version_ = ~std::uint64_t{0};
  // By the lower half-edge of each portal, relative to stamp_: the depth to which it is empty, in
  // radii; more than 2: unknown.
  IdVector<HalfEdgeId, std::uint16_t> depths_;
  std::uint16_t stamp_ = 0;        // a multiple of 4
  std::vector<HalfEdgeId> queue_;  // scratch
};

}  // namespace clearway
