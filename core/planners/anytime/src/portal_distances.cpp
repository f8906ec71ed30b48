#include "portal_distances.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

double squared_distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, size = dx * dx + dy * dy;
  double t = size > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / size : 0.0;
  t = std::min(std::max(t, 0.0), 1.0);
  const double ex = a.x + t * dx - p.x, ey = a.y + t * dy - p.y;
  return ex * ex + ey * ey;
}

}  // namespace

double PortalDistances::to(const Point& p, HalfEdgeId portal) const {
  const Point a = mesh_.point(mesh_.origin(portal)), b = mesh_.point(mesh_.target(portal));
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double margin = radius_ > 0 ? std::min(0.5, radius_ / std::sqrt(squared)) : 0.0;
  const double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared;
  const double at = std::min(std::max(t, margin), 1 - margin);
  const double x = a.x + at * dx - p.x, y = a.y + at * dy - p.y;
  return std::sqrt(x * x + y * y);
}

// Segments that do not cross are nearest at an end of one of them.
double PortalDistances::between(HalfEdgeId a, HalfEdgeId b) const {
  const auto [p, q] = crossable(a);
  const auto [u, v] = crossable(b);
  return std::sqrt(std::min({squared_distance(p, u, v), squared_distance(q, u, v),
                             squared_distance(u, p, q), squared_distance(v, p, q)}));
}

bool PortalDistances::is_shorter(HalfEdgeId a, HalfEdgeId b) const {
  const auto squared_length = [&](HalfEdgeId e) {
    const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
  };
  return squared_length(a) < squared_length(b);
}

std::pair<Point, Point> PortalDistances::crossable(HalfEdgeId portal) const {
  const Point from = mesh_.point(mesh_.origin(portal)), to = mesh_.point(mesh_.target(portal));
  if (radius_ == 0) return {from, to};
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double part = std::min(0.5, radius_ / std::sqrt(dx * dx + dy * dy));
  return {{from.x + part * dx, from.y + part * dy}, {to.x - part * dx, to.y - part * dy}};
}

}  // namespace clearway
