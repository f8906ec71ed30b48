// The region of feet: where the foot of a gate from a corner v, through the opposite side ab of its
// triangle, can lie.
//
// The disc over vf must exclude a and b. Hence f lies on v's side of the perpendiculars to va at a
// and to vb at b. This region is inside the circumcircle of the triangle, which contains no visible
// corner. It also lies between the rays from v through a and b, and extends beyond ab only if the
// angles at a and b are acute.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/geometry/point.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

class FootRegion {
 public:
  // A point relative to the region: its signed value beyond each of the four lines around it, and
  // the magnitude of the summands, which bounds the rounding error.
  struct Seen {
    double beyond[4], size[4];
  };

  // For a corner at v, and a and b relative to it.
  void set(const Point& v, const Point& a, const Point& b) {
    v_ = v;
    set_line(0, a.x, a.y, a.x * a.x + a.y * a.y);
    set_line(1, b.x, b.y, b.x * b.x + b.y * b.y);
    set_line(2, a.y, -a.x, 0);
    set_line(3, -b.y, b.x, 0);
  }

  Seen see(const Point& p) const {
    const double x = p.x - v_.x, y = p.y - v_.y;
    Seen out;
    for (int i = 0; i < 4; ++i) {
      const double along_x = x_[i] * x, along_y = y_[i] * y;
      out.beyond[i] = along_x + along_y - at_[i];
      out.size[i] = std::abs(along_x) + std::abs(along_y);
    }
    return out;
  }

  // Whether the region contains a part of the edge pq of more than rounding size. Clips the edge
  // against the four lines.
  bool meets(const Seen& p, const Seen& q) const {
    double from = 0, to = 1;
    for (int i = 0; i < 4; ++i) {
      const double at_p = p.beyond[i], at_q = q.beyond[i];
      if (at_p <= 0 && at_q <= 0) continue;
      const double error = tolerance::foot_side * (at_[i] + p.size[i] + q.size[i]);
      // The line leaves no more than an end of the edge.
      if (at_p > error ? at_q > -error : at_p > -error && at_q > error) return false;
      const double slope = at_q - at_p;
      if (slope > 0)
        to = std::min(to, (error - at_p) / slope);
      else if (slope < 0)
        from = std::max(from, (error - at_p) / slope);
    }
    return to - from > tolerance::foot_range;
  }

 private:
  void set_line(int i, double x, double y, double at) { x_[i] = x, y_[i] = y, at_[i] = at; }

  Point v_;
  // Relative to v: the points (X, Y) with x X + y Y <= at for each line.
  double x_[4], y_[4], at_[4];
};

}  // namespace clearway
