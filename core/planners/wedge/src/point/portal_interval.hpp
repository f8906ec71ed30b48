// The part of a portal that a root sees, between two rays, and lower bounds on paths through it.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

// A directed line that bounds a wedge, through two exact points.
struct Ray {
  Point from, to;
  // +1: p lies to the left; exact.
  int side(const Point& p) const { return orientation(from, to, p); }
  // The same for the parallel line through `apex`, rounded.
  double turn(const Point& apex, const Point& p) const { return rounded_side(to - from, p - apex); }
};

inline double length(const Point& a, const Point& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

// The intersection of the ray's line with the segment ab, rounded; `a` if they are parallel.
inline Point intersect(const Ray& ray, const Point& a, const Point& b) {
  const Vector ab = b - a, along = ray.to - ray.from;
  const double across = rounded_side(along, ab);
  if (across == 0) return a;
  const double t = std::clamp(cross(ray.from - a, along) / -across, 0.0, 1.0);
  return {a.x + t * ab.x, a.y + t * ab.y};
}

// `left` and `right` are the ends of the portal as seen from the root. If is_left_on or
// is_right_on, the ray passes through that end, so that the interval ends there, exactly.
struct PortalInterval {
  Ray left_ray, right_ray;
  Point left, right;
  bool is_left_on, is_right_on;

  // The ends of the interval, rounded.
  Point left_end() const { return is_left_on ? left : intersect(left_ray, left, right); }
  Point right_end() const { return is_right_on ? right : intersect(right_ray, right, left); }

  // Length of the shortest path from the root through the interval to the goal, which is
  // `goal_distance` from the root. A goal on the root's side of the portal is mirrored at it, as in
  // Polyanya: a path that crosses the portal and returns is as long as one to the mirror image.
  double shortest_through(const Point& root, Point goal, double goal_distance) const {
    const Vector edge = left - right;
    const double before = rounded_side(edge, goal - right);
    if (before > 0) {
      const double k = 2 * before / dot(edge, edge);
      goal = {goal.x + k * edge.y, goal.y - k * edge.x};
      goal_distance = length(root, goal);
    }
    if (left_ray.turn(root, goal) > 0) {
      const Point p = left_end();
      return length(root, p) + length(p, goal);
    }
    if (right_ray.turn(root, goal) < 0) {
      const Point p = right_end();
      return length(root, p) + length(p, goal);
    }
    return goal_distance;
  }

  // Distance from the root to the interval.
  double distance(const Point& root) const {
    const Point a = right_end(), b = left_end();
    const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
    double t = squared > 0 ? ((root.x - a.x) * dx + (root.y - a.y) * dy) / squared : 0.0;
    t = std::clamp(t, 0.0, 1.0);
    return length(root, {a.x + t * dx, a.y + t * dy});
  }
};

}  // namespace clearway
