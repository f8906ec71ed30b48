#include "path_piece.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

double touch_of(const Box& box) {
  return tolerance::verifier_touch * std::max({std::abs(box.low.x), std::abs(box.low.y),
                                               std::abs(box.high.x), std::abs(box.high.y)});
}

PathPiece::PathPiece(const Segment& s)
    : s_(s), box_(clearway::box_of(s.start, s.end)), sweep_(s.turn == 0 ? 0.0 : sweep_of(s)) {
  if (s.turn == 0) return;
  box_.add({s.center.x - s.radius, s.center.y - s.radius});
  box_.add({s.center.x + s.radius, s.center.y + s.radius});
}

double PathPiece::length() const {
  return s_.turn == 0 ? distance(s_.start, s_.end) : s_.radius * sweep_;
}

Point PathPiece::at(double t) const {
  if (s_.turn == 0)
    return {s_.start.x + t * (s_.end.x - s_.start.x), s_.start.y + t * (s_.end.y - s_.start.y)};
  const double angle =
      std::atan2(s_.start.y - s_.center.y, s_.start.x - s_.center.x) + s_.turn * t * sweep_;
  return {s_.center.x + s_.radius * std::cos(angle), s_.center.y + s_.radius * std::sin(angle)};
}

Point PathPiece::beside(double t, double off) const {
  const Point p = at(t);
  const Vector ahead = s_.turn == 0
                           ? s_.end - s_.start
                           : Vector{-s_.turn * (p.y - s_.center.y), s_.turn * (p.x - s_.center.x)};
  const Vector u = unit(ahead);
  return {p.x - off * u.y, p.y + off * u.x};
}

void PathPiece::cut(const Point& a, const Point& b, std::vector<double>& cuts) const {
  if (s_.turn == 0)
    cut_line(a, b, cuts);
  else
    cut_arc(a, b, cuts);
}

void PathPiece::cut_line(const Point& a, const Point& b, std::vector<double>& cuts) const {
  const Vector line = s_.end - s_.start, edge = b - a, to_edge = a - s_.start;
  // Where ab is nearly parallel, its ends are the cuts.
  const double squared = dot(line, line);
  for (const Point& p : {a, b})
    if (s_.start != s_.end && distance(p, s_.start, s_.end) <= touch())
      cuts.push_back(rounded_ahead(p - s_.start, line) / squared);
  const double across = rounded_side(line, edge);
  if (across == 0) return;
  const double on_edge = rounded_side(to_edge, line) / across;
  if (on_edge >= 0 && on_edge <= 1) cuts.push_back(rounded_side(to_edge, edge) / across);
}

void PathPiece::cut_arc(const Point& a, const Point& b, std::vector<double>& cuts) const {
  const Vector edge = b - a, to_center = s_.center - a, arrival = s_.start - s_.center;
  const double length = std::sqrt(dot(edge, edge));
  if (length == 0 || sweep_ == 0) return;
  const double ahead = rounded_ahead(to_center, edge) / length,
               off = rounded_side(to_center, edge) / length;
  if (std::abs(off) > s_.radius) return;
  const double half = std::sqrt((s_.radius - off) * (s_.radius + off));
  for (const double d : {ahead - half, ahead + half}) {
    if (d < 0 || d > length) continue;
    const Point on{a.x + d / length * edge.x, a.y + d / length * edge.y};
    const Vector out = on - s_.center;
    double angle = s_.turn * std::atan2(rounded_side(arrival, out), rounded_ahead(arrival, out));
    if (angle < 0) angle += 2 * std::numbers::pi;
    cuts.push_back(angle / sweep_);
  }
}

}  // namespace clearway
