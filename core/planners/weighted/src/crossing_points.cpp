#include "crossing_points.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

constexpr int most_steps = 60, most_halvings = 30;
// Distances are smoothed by these fractions of the scale, one after the other, because the distance
// of two points that meet has no derivative.
constexpr double smoothings[] = {1e-2, 1e-4, 1e-6, 1e-9, 1e-13};
// Added to the Hessian, relative to its diagonal: keeps it positive where a path runs along a side.
constexpr double damping = 1e-10;
// Points this near to the end of a side, relative to its length, are tried there.
constexpr double near_end = 1e-6;
// Points this near to the end, relative to the scale, are there: the last smoothing leaves a few
// times its own length open. A corner must not be passed on its wrong side by as much.
constexpr double at_end = 4 * 1e-13;

// The portals that lie between two points. These are in the triangles before the first portal and
// behind the last one up to rounding, `reach`: a portal that one of them is beyond is passed there,
// and the funnel would go around one of its ends. Only what is near the portal itself is beyond it:
// in a thin triangle a point may be near its line, far away behind a wall.
std::span<const Portal> portals_between(const Point& from, const Point& to,
                                        std::span<const Portal> portals, double reach) {
  const auto is_beyond = [&](const Point& right, const Point& left, const Point& p) {
    return orientation(right, left, p) < 0 && distance(p, right, left) <= reach;
  };
  while (!portals.empty() && is_beyond(portals.front().right, portals.front().left, from))
    portals = portals.subspan(1);
  while (!portals.empty() && is_beyond(portals.back().left, portals.back().right, to))
    portals = portals.first(portals.size() - 1);
  return portals;
}

}  // namespace

Point CrossingPoints::Crossing::point() const {
  if (t <= 0) return a;
  if (t >= 1) return b;
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

CrossingPoints::CrossingPoints(const WeightedMesh& mesh, const Point& start,
                               const RouteEnd::Part& goal, TriangleId first,
                               std::span<const RouteCrossing> route)
    : start_(start),
      goal_(goal.nearest(route.empty() ? start : route.back().guess)),
      reach_(tolerance::crossing_point * mesh.scale) {
  const Mesh& m = mesh.mesh;
  runs_.push_back({mesh.weight(first), {}, {}});
  for (const RouteCrossing& crossing : route) {
    const Point a = m.point(m.origin(crossing.entered)), b = m.point(m.target(crossing.entered));
    const double weight = mesh.weight_beyond(crossing.entered);
    if (weight == runs_.back().weight) {
      runs_.back().portals.push_back({a, b});
      continue;
    }
    const double length = distance(a, b);
    crossings_.push_back({a, b, std::clamp(distance(a, crossing.guess) / length, 0.0, 1.0)});
    runs_.push_back({weight, {}, {}});
  }
  if (!goal.is_point()) {
    crossings_.push_back({goal.a, goal.b, distance(goal.a, goal_) / distance(goal.a, goal.b)});
    runs_.push_back({0.0, {}, {}});
  }
  scale_ = distance(start, goal_);
  for (const Crossing& c : crossings_) scale_ = std::max(scale_, distance(start, c.point()));
}

double CrossingPoints::length(const Run& run, double smoothing) const {
  double out = 0.0;
  for (std::size_t i = 1; i < run.line.size(); ++i) {
    const double d = distance(run.line[i - 1], run.line[i]);
    out += std::sqrt(d * d + smoothing * smoothing) - smoothing;
  }
  return out;
}

double CrossingPoints::pull(double smoothing) {
  double out = 0.0;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    check_interrupt();
    const Point from = i == 0 ? start_ : crossings_[i - 1].point();
    const Point to = i == crossings_.size() ? goal_ : crossings_[i].point();
    Run& run = runs_[i];
    const std::span<const Portal> portals = portals_between(from, to, run.portals, reach_);
    if (portals.empty())
      run.line = {from, to};
    else
      run.line = funnel(from, to, portals);
    if (run.line.size() < 2) run.line = {from, to};
    out += run.weight * length(run, smoothing);
  }
  return out;
}

void CrossingPoints::differentiate(double smoothing) {
  const std::size_t n = crossings_.size();
  step_.gradient.assign(n, 0.0);
  step_.diagonal.assign(n, 0.0);
  step_.beside.assign(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const Vector along = crossings_[j].b - crossings_[j].a;
    const std::vector<Point>&before = runs_[j].line, &after = runs_[j + 1].line;
    const auto add = [&](const Point& at, const Point& other, double weight) {
      const Vector v = at - other;
      const double r = std::sqrt(dot(v, v) + smoothing * smoothing), ahead = dot(v, along) / r;
      step_.gradient[j] += weight * ahead;
      step_.diagonal[j] += weight / r * (dot(along, along) - ahead * ahead);
    };
    add(before.back(), before[before.size() - 2], runs_[j].weight);
    add(after.front(), after[1], runs_[j + 1].weight);
    if (after.size() == 2 && j + 1 < n) {
      const Vector v = after[1] - after[0], next = crossings_[j + 1].b - crossings_[j + 1].a;
      const double r = std::sqrt(dot(v, v) + smoothing * smoothing);
      step_.beside[j] =
          -runs_[j + 1].weight / r * (dot(along, next) - dot(v, along) / r * (dot(v, next) / r));
    }
  }
}

// The step of Newton's method, without the crossings that rest at an end of their side.
void CrossingPoints::solve_tridiagonal() {
  const std::size_t n = crossings_.size();
  std::vector<double>& x = step_.change;
  x.assign(n, 0.0);
  std::vector<double> pivot(n), upper(n);
  const auto is_fixed = [&](std::size_t j) {
    const double t = crossings_[j].t;
    return (t <= 0 && step_.gradient[j] >= 0) || (t >= 1 && step_.gradient[j] <= 0);
  };
  for (std::size_t j = 0; j < n; ++j) {
    if (is_fixed(j)) {
      pivot[j] = 1.0;
      upper[j] = 0.0;
      continue;
    }
    const bool is_joined = j > 0 && !is_fixed(j - 1);
    const double lower = is_joined ? step_.beside[j - 1] : 0.0;
    pivot[j] = step_.diagonal[j] * (1 + damping) + damping * std::abs(step_.gradient[j]);
    x[j] = -step_.gradient[j];
    if (is_joined) {
      pivot[j] -= lower * upper[j - 1];
      x[j] -= lower * x[j - 1];
    }
    if (!(pivot[j] > 0)) pivot[j] = std::max(step_.diagonal[j], std::abs(step_.gradient[j]));
    if (!(pivot[j] > 0)) pivot[j] = 1.0;
    x[j] /= pivot[j];
    upper[j] = j + 1 < n && !is_fixed(j + 1) ? step_.beside[j] / pivot[j] : 0.0;
  }
  for (std::size_t j = n; j-- > 1;) x[j - 1] -= upper[j - 1] * x[j];
}

bool CrossingPoints::descend(double smoothing, double& cost) {
  differentiate(smoothing);
  solve_tridiagonal();
  const std::vector<Crossing> before = crossings_;
  double share = 1.0;
  for (int i = 0; i < most_halvings; ++i, share *= 0.5) {
    for (std::size_t j = 0; j < crossings_.size(); ++j)
      crossings_[j].t = std::clamp(before[j].t + share * step_.change[j], 0.0, 1.0);
    const double now = pull(smoothing);
    if (now < cost) {
      const bool goes_on = now < cost * (1 - tolerance::least_gain);
      cost = now;
      return goes_on;
    }
  }
  crossings_ = before;
  pull(smoothing);
  return false;
}

void CrossingPoints::round_to_ends(double& cost) {
  for (Crossing& c : crossings_) {
    const double t = c.t, end = t < 0.5 ? 0.0 : 1.0;
    const bool is_there = distance(c.a, c.b) * std::abs(t - end) <= at_end * scale_ + reach_;
    if (!is_there && t > near_end && t < 1 - near_end) continue;
    c.t = end;
    const double now = pull(0.0);
    if (is_there || now <= cost * (1 + tolerance::least_gain))
      cost = now;
    else
      c.t = t;
  }
  cost = pull(0.0);
}

WeightedPolyline CrossingPoints::solve() {
  double cost = pull(0.0);
  std::vector<Crossing> best = crossings_;
  if (!crossings_.empty()) {
    double least = cost;
    for (const double share : smoothings) {
      const double smoothing = share * scale_;
      double smoothed = pull(smoothing);
      for (int i = 0; i < most_steps && descend(smoothing, smoothed); ++i) {
      }
      cost = pull(0.0);
      if (cost <= least) {
        least = cost;
        best = crossings_;
      }
    }
    crossings_ = best;
    cost = pull(0.0);
    round_to_ends(cost);
  }
  WeightedPolyline out{{start_}, 0.0};
  for (const Run& run : runs_)
    for (std::size_t i = 1; i < run.line.size() && run.weight > 0; ++i) {
      const Point& p = run.line[i];
      std::vector<Point>& line = out.points;
      if (p == line.back()) continue;
      out.cost += run.weight * distance(line.back(), p);
      if (line.size() > 1 && orientation(line[line.size() - 2], line.back(), p) == 0 &&
          between(line[line.size() - 2], p, line.back()))
        line.back() = p;
      else
        line.push_back(p);
    }
  return out;
}

}  // namespace clearway
