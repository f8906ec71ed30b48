// What a root sees through an edge: rays and the least way onwards.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"

namespace clearway {

// A directed line that bounds a wedge: through two points that are both exact.
struct Ray {
  Point from, to;
  int side(const Point& p) const { return orientation(from, to, p); }
  // Unfiltered.
  double turn(const Point& apex, const Point& p) const {
    return (to.x - from.x) * (p.y - apex.y) - (to.y - from.y) * (p.x - apex.x);
  }
};

inline double length(const Point& a, const Point& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

// Where the line of `ray` meets the line ab, rounded; `a` when parallel.
inline Point meet(const Ray& ray, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double rx = ray.to.x - ray.from.x, ry = ray.to.y - ray.from.y;
  const double across = rx * dy - ry * dx;
  if (across == 0) return a;
  const double t =
      std::clamp(((ray.from.x - a.x) * ry - (ray.from.y - a.y) * rx) / -across, 0.0, 1.0);
  return {a.x + t * dx, a.y + t * dy};
}

// The part of an edge that a root sees: from `right` to `left`, between two rays. A flag
// says that the ray runs through the end of the edge itself.
struct PortalInterval {
  Ray left_ray, right_ray;
  Point left, right;
  bool is_left_on, is_right_on;

  Point high() const { return is_left_on ? left : meet(left_ray, left, right); }
  Point low() const { return is_right_on ? right : meet(right_ray, right, left); }

  // Length of the shortest way from the root through what it sees of the edge to the goal,
  // which is `away` from the root; a goal before the edge is mirrored.
  double least_way(const Point& root, Point goal, double away) const {
    const double ex = left.x - right.x, ey = left.y - right.y;
    const double before = ex * (goal.y - right.y) - ey * (goal.x - right.x);
    if (before > 0) {
      const double k = 2 * before / (ex * ex + ey * ey);
      goal = {goal.x + k * ey, goal.y - k * ex};
      away = length(root, goal);
    }
    if (left_ray.turn(root, goal) > 0) {
      const Point p = high();
      return length(root, p) + length(p, goal);
    }
    if (right_ray.turn(root, goal) < 0) {
      const Point p = low();
      return length(root, p) + length(p, goal);
    }
    return away;
  }

  // Length of the shortest way from the root to what it sees of the edge.
  double nearest(const Point& root) const {
    const Point a = low(), b = high();
    const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
    double t = squared > 0 ? ((root.x - a.x) * dx + (root.y - a.y) * dy) / squared : 0.0;
    t = std::clamp(t, 0.0, 1.0);
    return length(root, {a.x + t * dx, a.y + t * dy});
  }
};

}  // namespace clearway
