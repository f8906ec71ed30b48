// A beam: the straight lines on which one source reaches the points behind an interval of a side.
//
// All triangles of a beam have one factor w. A source is a point, from which lines diverge, or a
// plane wave, whose lines are parallel. The cost of a point y of the beam is that of the source,
// plus w times the distance: |y - at|, or what is measured along the lines.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/geometry/point.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "vertex_sectors.hpp"

namespace clearway {

struct BeamSource {
  Point at;            // of a plane wave: the left end of the part of a border that it leaves
  Vector ahead{0, 0};  // of a plane wave: the unit vector of its lines
  Vector along{0, 0};  // of a plane wave: the unit vector of the border, from left to right
  double width = 0.0;  // of a plane wave: the length of that part
  double cost = 0.0;   // at `at`
  bool is_plane = false;
  VertexSectorId root = none;  // where the point is a corner: its sector

  // The direction in which it reaches p.
  Vector ray(const Point& p, double scale) const {
    if (!is_plane) return p - at;
    const double s = leaves_for(p),
                 near = tolerance::beam_angle * distance(at, p) + tolerance::beam_point * scale;
    return s < -near ? p - at : s > width + near ? p - end() : ahead;
  }
  // The least cost of p from any point of the source: also where p is not between its lines, so
  // that what rounding adds to a beam is never too cheap.
  double cost_at(const Point& p, double weight) const {
    if (!is_plane) return cost + weight * distance(at, p);
    const double s = std::clamp(leaves_for(p), 0.0, width);
    const Point from{at.x + s * along.x, at.y + s * along.y};
    return cost + weight * (dot(ahead, along) * s + distance(from, p));
  }

 private:
  Point end() const { return {at.x + width * along.x, at.y + width * along.y}; }
  // Where the line to p leaves the border, as a distance from its left end; not clamped.
  double leaves_for(const Point& p) const {
    const Vector to = p - at;
    const double sine = dot(ahead, along),
                 cosine = std::max(cross(along, ahead), tolerance::least_cosine);
    return dot(to, along) - std::max(cross(along, to), 0.0) * (sine / cosine);
  }
};

// A line through a point, which limits a beam.
struct BeamRay {
  Point from;
  Vector ahead;
  // Positive if p lies left of it.
  double rounded_side(const Point& p) const { return clearway::rounded_side(ahead, p - from); }
  // Whether p is on it: it appears this near, in radians, or is within rounding of the coordinates,
  // which are at most `scale`.
  bool touches(const Point& p, bool is_plane, double scale) const {
    const double speed = length(ahead), range = length(p - from);
    return std::abs(rounded_side(p)) <=
           tolerance::beam_angle * speed * range +
               tolerance::beam_point * scale * (speed + (is_plane ? 0.0 : range));
  }
};

// A part of a side of the mesh, by distances from the origin of the half-edge.
struct SidePart {
  Point origin;
  Vector along;  // unit
  double from, to;
  Point target;  // its far end
  double width;  // and where that is
  // Exactly the ends of the side at 0 and at `width`.
  Point at(double s) const {
    return s >= width ? target : Point{origin.x + s * along.x, origin.y + s * along.y};
  }
};

inline SidePart side_of(const WeightedMesh& mesh, HalfEdgeId e) {
  const Point a = mesh.mesh.point(mesh.mesh.origin(e)), b = mesh.mesh.point(mesh.mesh.target(e));
  const double width = distance(a, b);
  return {a, {(b.x - a.x) / width, (b.y - a.y) / width}, 0.0, width, b, width};
}

// The least of cost(x) + weight |x - goal| over a part of a side, where the cost is linear: `cost`
// at its start, and growing with `slope`.
inline double least_through_line(const SidePart& part, double cost, double slope, double weight,
                                 const Point& goal) {
  const Vector to = goal - part.at(part.from);
  const double ahead = dot(to, part.along), off = std::abs(cross(part.along, to));
  const double sine = slope / weight, width = part.to - part.from;
  const double s = sine >= 1    ? 0.0
                   : sine <= -1 ? width
                                : ahead - off * sine / std::sqrt((1 - sine) * (1 + sine));
  const double x = std::clamp(s, 0.0, width);
  return cost + slope * x + weight * std::sqrt((ahead - x) * (ahead - x) + off * off);
}

// A lower bound on the least of cost + weight |x - source| + least |x - goal| over a part of a
// side: weight |x - source| is split into (weight - least) and least.
inline double least_through_point(const SidePart& part, double cost, const Point& source,
                                  double weight, double least, const Point& goal) {
  const Point start = part.at(part.from);
  const Vector back = source - start, to = goal - start;
  const double a = dot(back, part.along), b = dot(to, part.along), width = part.to - part.from;
  const double up = std::abs(cross(part.along, back)), down = std::abs(cross(part.along, to));
  const double sum = up + down;
  const double x = std::clamp(sum > 0 ? a + (b - a) * (up / sum) : a, 0.0, width);
  const double nearest = std::clamp(a, 0.0, width);
  const auto hypotenuse = [](double p, double q) { return std::sqrt(p * p + q * q); };
  return cost + (weight - least) * hypotenuse(a - nearest, up) +
         least * (hypotenuse(a - x, up) + hypotenuse(b - x, down));
}

}  // namespace clearway
