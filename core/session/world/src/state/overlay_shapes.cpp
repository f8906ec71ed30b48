#include "overlay_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

constexpr int steps = 8;  // of half a circle

bool is_ring(Role role) { return role == Role::shell || role == Role::hole; }

void add_chain(Obstacles& to, Role role, const std::vector<Point>& chain) {
  to.roles.push_back(role);
  to.points.insert(to.points.end(), chain.begin(), chain.end());
  to.chain_starts.push_back(static_cast<std::int64_t>(to.points.size()));
}

// The polygon around pq, counter-clockwise.
std::vector<Point> capsule(const Point& p, const Point& q, double radius, bool is_outer) {
  std::vector<Point> out;
  const double along = std::atan2(q.y - p.y, q.x - p.x), right = along - 0.5 * std::numbers::pi;
  const double r =
      radius * (is_outer ? 1 + tolerance::polygon_margin : 1 - tolerance::polygon_margin);
  const double step = std::numbers::pi / steps;
  const auto add = [&](const Point& center, double angle, double distance) {
    out.push_back({center.x + distance * std::cos(angle), center.y + distance * std::sin(angle)});
  };
  const auto add_half = [&](const Point& center, double from) {
    add(center, from, r);
    for (int i = 0; i < steps; ++i) {
      if (is_outer)
        add(center, from + (i + 0.5) * step, r / std::cos(0.5 * step));
      else if (i > 0)
        add(center, from + i * step, r);
    }
    add(center, from + std::numbers::pi, r);
  };
  add_half(q, right);
  add_half(p, right + std::numbers::pi);
  return out;
}

void add_capsules(Obstacles& to, const Obstacles& around, double radius, bool is_outer) {
  for (std::size_t k = 0; k + 1 < around.chain_starts.size(); ++k) {
    const auto first = static_cast<std::size_t>(around.chain_starts[k]),
               end = static_cast<std::size_t>(around.chain_starts[k + 1]);
    if (end == first + 1)
      add_chain(to, Role::shell,
                capsule(around.points[first], around.points[first], radius, is_outer));
    for (std::size_t i = first + 1; i < end; ++i)
      add_chain(to, Role::shell, capsule(around.points[i - 1], around.points[i], radius, is_outer));
    if (is_ring(around.roles[k]) && end > first + 1)
      add_chain(to, Role::shell,
                capsule(around.points[end - 1], around.points[first], radius, is_outer));
  }
}

void close(Obstacles& obstacle, Handle handle) {
  obstacle.handles.push_back(handle);
  obstacle.obstacle_starts.push_back(static_cast<std::int64_t>(obstacle.roles.size()));
}

}  // namespace

Point overlay_origin(const Obstacles& bounds) {
  constexpr double far = 4.0;  // in extents
  const auto along = [&](double Point::* axis) {
    double low = bounds.points.front().*axis, high = low;
    for (const Point& p : bounds.points) {
      low = std::min(low, p.*axis);
      high = std::max(high, p.*axis);
    }
    const double extent = high - low;
    if (std::max(low, -high) < far * extent) return 0.0;
    int exponent = 0;
    std::frexp(extent, &exponent);
    const double grid = std::ldexp(1.0, exponent);
    return std::round(0.5 * (low + high) / grid) * grid;
  };
  return {along(&Point::x), along(&Point::y)};
}

Obstacles boundary_of(const Obstacles& area) {
  Obstacles out;
  for (std::size_t k = 0; k + 1 < area.chain_starts.size(); ++k) {
    std::vector<Point> chain(area.points.begin() + area.chain_starts[k],
                             area.points.begin() + area.chain_starts[k + 1]);
    chain.push_back(chain.front());
    add_chain(out, Role::wall, chain);
  }
  close(out, area.handles.front());
  return out;
}

Obstacles inflated(const Obstacles& obstacle, double radius, bool is_outer) {
  Obstacles out;
  for (std::size_t k = 0; k + 1 < obstacle.chain_starts.size(); ++k)
    add_chain(out, obstacle.roles[k],
              {obstacle.points.begin() + obstacle.chain_starts[k],
               obstacle.points.begin() + obstacle.chain_starts[k + 1]});
  add_capsules(out, obstacle, radius, is_outer);
  close(out, obstacle.handles.front());
  return out;
}

Obstacles inflated_edge(const Obstacles& bounds, double radius, bool is_outer) {
  Obstacles out;
  add_capsules(out, bounds, radius, is_outer);
  close(out, inflated_bounds);
  return out;
}

}  // namespace clearway
