// One line or arc of a path by a parameter from 0 to 1.
#pragma once

#include <vector>

#include "clearway/geometry/segment.hpp"
#include "geometry/box.hpp"

namespace clearway {

// How near to it what lies in the box touches a boundary.
double touch_of(const Box& box);

// Refers to the segment, which must outlive it.
class PathPiece {
 public:
  explicit PathPiece(const Segment& s);

  const Box& box() const { return box_; }
  double length() const;
  double touch() const { return touch_of(box_); }
  Point at(double t) const;
  // The point this far to the left.
  Point beside(double t, double off) const;
  // Adds the parameters at which it may cross ab. Too many do no harm.
  void cut(const Point& a, const Point& b, std::vector<double>& cuts) const;

 private:
  void cut_line(const Point& a, const Point& b, std::vector<double>& cuts) const;
  void cut_arc(const Point& a, const Point& b, std::vector<double>& cuts) const;

  const Segment& s_;
  Box box_;
  double sweep_;
};

}  // namespace clearway
