// The region of feet: where the foot of a gate from a corner v, through the opposite side ab of its
// triangle, can lie.
//
// The disc over vf must exclude a and b. Hence f lies on v's side of the perpendiculars to va at a
// and to vb at b. This region is inside the circumcircle of the triangle, which contains no visible
// corner. It also lies between the rays from v through a and b, and extends beyond ab only if the
// angles at a and b are acute.
#pragma once

#include <cmath>

#include "clearway/geometry/point.hpp"

namespace clearway {

class FootRegion {
 public:
  // A point relative to the region: its signed value beyond each of the four lines around it, and
  // the magnitude of the summands, which bounds the rounding error.
  struct Seen {
    double beyond[4], size[4];
  };

  // For a corner at v, and a and b relative to it, with the squares of their lengths.
  void set(const Point& v, const Point& a, double aa, const Point& b, double bb) {
    v_ = v;
    set_line(0, a.x, a.y, aa);
    set_line(1, b.x, b.y, bb);
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
  bool meets(const Seen& p, const Seen& q) const;

 private:
  void set_line(int i, double x, double y, double at) { x_[i] = x, y_[i] = y, at_[i] = at; }

  Point v_;
  // Relative to v: the points (X, Y) with x X + y Y <= at for each line.
  double x_[4], y_[4], at_[4];
};

}  // namespace clearway
