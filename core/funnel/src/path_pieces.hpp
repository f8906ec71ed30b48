// Lines and arcs of a disc's path, and what is too near to them.
//
// sides(p): on which sides of a box around the piece p lies, as bits. The box contains every point
// that is too near; so nothing between two points with a common bit is too near. is_near(p):
// whether p is too near; only for points inside the box. may_hit(p, q): false only if no point of
// the segment is too near; only for points without a common bit.
#pragma once

#include "clearway/geometry/segment.hpp"
#include "funnel/circle_funnel.hpp"
#include "geometry/arc.hpp"

namespace clearway::disc_funnel {

struct LinePiece {
  Segment segment;
  Vector u;
  double radius, least, far;

  LinePiece(const Contact& from, const Contact& to, double radius, double least)
      : segment{from.circle.touch(to.in.u), to.circle.touch(to.in.u), {}, 0.0, 0},
        u(to.in.u),
        radius(radius),
        least(least),
        far(dot(u, segment.end - segment.start) + radius) {}

  unsigned sides(const Point& p) const {
    const Vector v = p - segment.start;
    const double along = dot(u, v), off = cross(u, v);
    return unsigned{along < -radius} | unsigned{along > far} << 1 | unsigned{off >= least} << 2 |
           unsigned{off <= -least} << 3;
  }
  bool is_near(const Point& p) const { return away(p, segment.start, segment.end) < least; }
  bool may_hit(const Point& p, const Point& q) const {
    return away(p, q, segment.start, segment.end) < least;
  }
};

struct ArcPiece {
  Segment segment;
  Vector in, out;
  double least, x0, x1, y0, y1;

  ArcPiece(const Contact& at, const Vector& out, double radius, double least)
      : segment{at.circle.touch(at.in.u), at.circle.touch(out), at.circle.center, radius,
                at.side()},
        in(at.in.u),
        out(out),
        least(least),
        x0(segment.center.x - 2 * radius),
        x1(segment.center.x + 2 * radius),
        y0(segment.center.y - 2 * radius),
        y1(segment.center.y + 2 * radius) {}

  unsigned sides(const Point& p) const {
    return unsigned{p.x <= x0} | unsigned{p.x >= x1} << 1 | unsigned{p.y <= y0} << 2 |
           unsigned{p.y >= y1} << 3;
  }
  // Whether p is no nearer to the arc than the centre is: p - center has no positive component
  // along any radius of the arc.
  bool is_clear(const Point& p) const {
    return segment.turn * rounded_side(in, p - segment.center) >= 0 &&
           segment.turn * rounded_side(out, p - segment.center) >= 0;
  }
  bool is_near(const Point& p) const {
    return p != segment.center && !is_clear(p) && arc_distance(segment, p, p) < least;
  }
  bool may_hit(const Point& p, const Point& q) const { return !(is_clear(p) && is_clear(q)); }
};

}  // namespace clearway::disc_funnel
