#include "geometry/arc.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"

namespace clearway {
namespace {

double angle_to(const Segment& arc, const Point& p) {
  const double ax = arc.start.x - arc.center.x, ay = arc.start.y - arc.center.y;
  const double bx = p.x - arc.center.x, by = p.y - arc.center.y;
  const double angle = arc.turn * std::atan2(ax * by - ay * bx, ax * bx + ay * by);
  return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

// Calls visit(t) for the parameters in [0, 1] at which a + t (b - a) is on the circle.
// The segment only touches where it meets the circle once.
template <class Visit>
void for_each_meeting(const Segment& arc, const Point& a, const Point& b, Visit visit) {
  const double ux = b.x - a.x, uy = b.y - a.y;
  const double length = std::sqrt(ux * ux + uy * uy);
  if (length == 0) return;
  const double ahead = ((arc.center.x - a.x) * ux + (arc.center.y - a.y) * uy) / length;
  const double off = ((arc.center.x - a.x) * uy - (arc.center.y - a.y) * ux) / length;
  if (std::abs(off) >= arc.radius) return;
  const double half = std::sqrt((arc.radius - off) * (arc.radius + off));
  for (const double t : {(ahead - half) / length, (ahead + half) / length})
    if (t >= 0 && t <= 1) visit(t);
}

Point along(const Point& a, const Point& b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

}  // namespace

double sweep_of(const Segment& arc) { return angle_to(arc, arc.end); }

bool is_backwards(const Segment& arc) {
  return arc.turn * rounded_side(arc.start - arc.center, arc.end - arc.center) <= 0;
}

bool spans(const Segment& arc, const Point& p) { return angle_to(arc, p) <= sweep_of(arc); }

double arc_distance(const Segment& arc, const Point& a, const Point& b) {
  double best = std::min(distance(arc.start, a, b), distance(arc.end, a, b));
  const auto to_point = [&](const Point& p) {
    if (p == arc.center)
      best = std::min(best, arc.radius);
    else if (spans(arc, p))
      best = std::min(best, std::abs(distance(p, arc.center) - arc.radius));
  };
  to_point(a);
  to_point(b);
  to_point(nearest_on_segment(a, b, arc.center));
  for_each_meeting(arc, a, b, [&](double t) {
    if (spans(arc, along(a, b, t))) best = 0;
  });
  return best;
}

bool arc_crosses(const Segment& arc, const Point& a, const Point& b) {
  bool crosses = false;
  for_each_meeting(arc, a, b, [&](double t) {
    const double angle = angle_to(arc, along(a, b, t));
    if (t > 0 && t < 1 && angle > 0 && angle < sweep_of(arc)) crosses = true;
  });
  return crosses;
}

}  // namespace clearway
