// Strips: the lines that leave a goal at right angles.
//
// The shortest path from a point to a line ends at one of the line's ends or at right angles to it.
// So each piece of a goal is the axis of strips of parallel lines, one to either side, which are
// clipped at the obstacles as wedges are (point_strips.hpp, disc_strips.hpp).
//
// Positions: `on` along the axis from its beginning, `off` away from it to the left.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "goals.hpp"

namespace clearway {

struct StripAxis {
  explicit StripAxis(const FieldSegment& s)
      : origin(s.a),
        along(unit(s.b - s.a)),
        length(std::hypot(s.b.x - s.a.x, s.b.y - s.a.y)),
        triangle(s.triangle),
        goal(s.goal) {}

  Point origin;
  Vector along;
  double length;
  TriangleId triangle;
  Index goal;

  double on(const Point& p) const { return dot(along, p - origin); }
  double off(const Point& p) const { return cross(along, p - origin); }
  Point at(double on) const { return {origin.x + on * along.x, origin.y + on * along.y}; }
  // The direction of the lines on this side: +1 left, -1 right.
  Vector outwards(int side) const { return {-side * along.y, side * along.x}; }
};

// Where the path around a corner that bounds a strip leaves the goal.
struct StripFoot {
  Point at;
  Index goal;
};

// Where a line of a strip leaves its axis, and how long it is.
struct StripLine {
  double on, length;
};

// The lines of a strip in a triangle: those that leave the axis between `low` and `high`.
struct StripRecord {
  TriangleId triangle;
  Index axis;
  int side;  // +1 left, -1 right, 0: the triangle of the axis itself, both
  double low, high;
  // How far from the axis the corners are that bound the lines; infinity: no corner does.
  double low_from, high_from;

  // The line to p; nullopt if no line of the strip reaches p. Lines behind a
  // corner that bounds the strip are continued by the paths that bend there, up to rounding: the
  // strip accepts a little more, in proportion to the distance behind the corner. So does a strip
  // that begins where another piece of the goal ends.
  std::optional<StripLine> line_to(const StripAxis& its_axis, const Point& p, double extent) const {
    const double on = its_axis.on(p),
                 off = side == 0 ? std::abs(its_axis.off(p)) : side * its_axis.off(p);
    if (off < 0) return std::nullopt;
    const double about = extent * tolerance::strip_foot;
    const auto allowed = [&](double from) {
      return about + (off > from ? (off - from) * tolerance::strip_seam : 0.0);
    };
    if (on < low - allowed(low_from) || on > high + allowed(high_from)) return std::nullopt;
    const double foot = std::clamp(on, 0.0, its_axis.length);
    return StripLine{foot, foot == on ? off : std::hypot(off, on - foot)};
  }
};

}  // namespace clearway
