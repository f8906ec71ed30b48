// An offset curve, parametrised by length: two points are no farther apart than their parameters.
//
// Where an obstacle is too near to a point of the curve, it blocks a whole range around that point:
// `around_*` bound that range.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/tangents.hpp"
#include "query/offset_curve.hpp"

namespace clearway {

// A range of parameters. An end where the curve meets another one has `meets` and `curve`.
struct OffsetRange {
  struct End {
    double at;
    bool meets = false;
    OffsetCurve curve{};
  };
  End low, high;
};

class OffsetPath {
 public:
  // The parameter is 0 at curve.a of a line, and at the point of a circle nearest to p.
  OffsetPath(const OffsetCurve& curve, double r, const Point& p);

  const OffsetCurve& curve() const { return curve_; }
  OffsetRange whole() const;
  // The parameter in [low, high] of the point nearest to p.
  double nearest(double low, double high) const;
  Point at(double s) const;

  // The range around s of points closer than `reach` to the point g (is_curve: reach is the
  // radius); or closer than the radius to the segment cd, beside it; or inside a triangle. The
  // range extends to at least `least` on both sides of s.
  OffsetRange around_disc(double s, const Point& g, double reach, bool is_curve,
                          double least) const;
  OffsetRange around_strip(double s, const Point& c, const Point& d, double least) const;
  OffsetRange around_triangle(double s, const std::array<Point, 3>& corners, double least) const;

  // Calls visit(End) for each parameter where the path meets the curve of the obstacle: the circle
  // around c == d, or one of the two lines beside cd.
  template <class Visit>
  void for_each_meeting(const Point& c, const Point& d, Visit visit) const;

 private:
  // Where the path crosses a curve or a line.
  struct Crossings {
    std::array<OffsetRange::End, 8> ends;
    std::size_t count = 0;
    void add(double at) { ends[count++] = {at}; }
    void add(double at, const OffsetCurve& curve) { ends[count++] = {at, true, curve}; }
  };
  void cross_circle(const Point& g, double reach, bool is_curve, Crossings& out) const;
  // With the line on which points lie `off` to the left of that through c along the unit vector w.
  void cross_line(const Point& c, const Vector& w, double off, const OffsetCurve* curve,
                  Crossings& out) const;
  void cross_strip(const Point& c, const Point& d, Crossings& out) const;
  OffsetRange around(double s, const Crossings& crossings, double least) const;

  OffsetCurve curve_;
  double r_, length_ = 0.0, foot_ = 0.0;  // foot_: the parameter of the point nearest to p
  Vector u_;                              // along the line; from the circle's centre to p
  double bearing_ = 0.0;                  // of u_, for a circle
};

template <class Visit>
void OffsetPath::for_each_meeting(const Point& c, const Point& d, Visit visit) const {
  Crossings crossings;
  if (c == d)
    cross_circle(c, r_, true, crossings);
  else
    cross_strip(c, d, crossings);
  for (std::size_t i = 0; i < crossings.count; ++i)
    if (crossings.ends[i].meets) visit(crossings.ends[i]);
}

}  // namespace clearway
