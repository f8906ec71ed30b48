#include "gates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double slack = 1e-9;

// Rounding of a point's coordinates in a run's frame, for one this far from its origin.
double rounding(double x, double y) { return 8e-16 * (std::abs(x) + std::abs(y)); }

double parabola(double a, double h, double x) {
  const double doubt = rounding(a, h), low = h - doubt;
  return low > 0 ? h + doubt + (x - a) * (x - a) / low : infinity;
}

// Squared distance from c to the segment pq.
double squared_distance(double cx, double cy, double px, double py, double qx, double qy) {
  const double dx = qx - px, dy = qy - py, length2 = dx * dx + dy * dy;
  const double t =
      length2 > 0 ? std::clamp(((cx - px) * dx + (cy - py) * dy) / length2, 0.0, 1.0) : 0.0;
  const double x = px + t * dx - cx, y = py + t * dy - cy;
  return x * x + y * y;
}

bool contains(const std::vector<Index>& list, Index value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

void GateFinder::run(Index e, Run& out) {
  out.edges.assign(1, e);
  std::size_t most = t_.refinements() + 1;  // rounding can close a run in itself
  while (mesh_.is_refinement(mesh_.origin(out.edges.back())) && most-- > 0)
    out.edges.push_back(t_.before(out.edges.back()));
  std::reverse(out.edges.begin(), out.edges.end());
  most = t_.refinements() + 1;
  while (mesh_.is_refinement(mesh_.target(out.edges.back())) && most-- > 0)
    out.edges.push_back(mesh_.twin(t_.before(mesh_.twin(out.edges.back()))));
  out.from = mesh_.origin(out.edges.front());
  out.to = mesh_.target(out.edges.back());
  out.mark = ++scratch_.epoch;
  for (const Index edge : out.edges)
    scratch_.edge[edge] = scratch_.edge[mesh_.twin(edge)] = out.mark;
}

void GateFinder::reverse(const Mesh& mesh, Run& run) {
  std::swap(run.from, run.to);
  std::reverse(run.edges.begin(), run.edges.end());
  for (Index& e : run.edges) e = mesh.twin(e);
}

GateFinder::Frame GateFinder::frame(const Run& run) const {
  const Point a = at(run.from), b = at(run.to);
  const double length = distance(a, b);
  return {a, (b.x - a.x) / length, (b.y - a.y) / length, length};
}

std::vector<Point> GateFinder::feet(const Run& given) {
  std::vector<Point> out;
  bool needed = false;
  run_ = given;
  for (int side = 0; side < 2; ++side) {
    if (side == 1) reverse(mesh_, run_);
    gates_.clear();
    gates(run_, gates_);
    for (const Gate& g : gates_) {
      needed = needed || is_crowded(g, run_);
      out.push_back(g.foot);
    }
  }
  if (!needed) return {};
  std::sort(out.begin(), out.end(), before);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void GateFinder::gates(const Run& run, const Point& first, const Point& last,
                       std::vector<Gate>& out) {
  read(run.edges[0] >> 2);
  if (!mesh_.is_free(run.edges[0] >> 2)) return;
  const Frame f = frame(run);
  const double margin = slack * f.length;
  const double low = std::min(f.x(first), f.x(last)) - margin,
               high = std::max(f.x(first), f.x(last)) + margin;
  for (const Index e : run.edges) {
    narrow_.clear();
    const double from = f.x(at(mesh_.origin(e))), to = f.x(at(mesh_.target(e)));
    strips_.assign(1, {e, from, 0, to, 0, from, to, 0, 0, 0, 0});
    if (first != last) {
      Strip& s = strips_[0];
      s.left = std::max(s.left, low), s.right = std::min(s.right, high);
      if (s.left > s.right) continue;
    }
    while (!strips_.empty()) {
      const Strip strip = strips_.back();
      strips_.pop_back();
      look(strip, f, run, out);
    }
  }
}

// Whether a gate's vertex may lie on or beyond the base, within the strip.
bool GateFinder::may_hold(const Strip& s) const {
  const double px = s.from_x, qx = s.to_x;
  const double py = s.from_y - rounding(px, s.from_y), qy = s.to_y - rounding(qx, s.to_y);
  const double slope = qx - px > slack * std::abs(qy - py) ? (qy - py) / (qx - px) : 0.0;
  const auto height = [&](double x) {
    return slope == 0.0 ? std::min(py, qy) : std::max(std::min(py, qy), py + slope * (x - px));
  };
  constexpr int pieces = 4;
  double x = s.left, y = height(x);
  for (int i = 1; i <= pieces; ++i) {
    const double to = s.left + (s.right - s.left) * i / pieces, y_to = height(to);
    const double room =
        std::min({parabola(s.left_a, s.left_h, to), parabola(s.right_a, s.right_h, x), limit_});
    if (std::min(y, y_to) <= room * (1 + slack)) return true;
    x = to, y = y_to;
  }
  return false;
}

void GateFinder::look(const Strip& s, const Frame& f, const Run& run, std::vector<Gate>& out) {
  const Index t = s.base >> 2, w = mesh_.apex(s.base);
  read(t);
  const double a = f.x(at(w)), h = f.y(at(w));
  const double tolerance = rounding(a, h) + rounding(f.length, 0);
  if (a >= s.left - tolerance && a <= s.right + tolerance && !mesh_.is_refinement(w)) {
    const double room =
        std::min({parabola(s.left_a, s.left_h, a), parabola(s.right_a, s.right_h, a), limit_});
    Gate gate{w, t, {}};
    if (h - rounding(a, h) <= room * (1 + slack) &&
        std::none_of(out.end() - std::min<std::ptrdiff_t>(4, std::ssize(out)), out.end(),
                     [w](const Gate& g) { return g.vertex == w; }) &&
        is_gate(w, t, run, gate.foot))
      out.push_back(gate);
  }
  const auto beyond = [&](Index side, Strip next) {
    if (mesh_.constrained(side) || next.right < next.left - tolerance) return;
    next.right = std::max(next.left, next.right);
    if (next.right - next.left <= tolerance) {
      // Within rounding of a vertical through a vertex, both ways are tried: each once.
      if (contains(narrow_, side)) return;
      narrow_.push_back(side);
    }
    const double middle = 0.5 * (next.left + next.right);
    // A refinement vertex is an obstacle too: its parabola holds.
    if (h > 0 && a >= next.right &&
        parabola(a, h, middle) < parabola(next.right_a, next.right_h, middle))
      next.right_a = a, next.right_h = h;
    if (h > 0 && a <= next.left &&
        parabola(a, h, middle) < parabola(next.left_a, next.left_h, middle))
      next.left_a = a, next.left_h = h;
    next.base = mesh_.twin(side);
    if (may_hold(next)) strips_.push_back(next);
  };
  Strip next = s;
  next.right = std::min(s.right, a);
  next.to_x = a, next.to_y = h;
  beyond(Mesh::prev(s.base), next);
  next = s;
  next.left = std::max(s.left, a);
  next.from_x = a, next.from_y = h;
  beyond(Mesh::next(s.base), next);
}

// Floods the disc from v. Edges that touch it, within rounding, do not count: a gate too
// many is harmless.
bool GateFinder::is_gate(Index v, Index triangle, const Run& run, Point& foot) {
  const Point p = at(v), from = at(run.from), to = at(run.to);
  if (direction(from, to, p) <= 0 || direction(to, from, p) <= 0) return false;
  foot = nearest_on_segment(from, to, p);
  if (foot == from || foot == to) return false;
  const double cx = 0.5 * (foot.x - p.x), cy = 0.5 * (foot.y - p.y);
  const double r = std::sqrt(cx * cx + cy * cy);
  const auto holds = [&](Index u) {
    return u != v && !mesh_.is_refinement(u) && direction(at(u), p, foot) < 0;
  };
  const auto cuts = [&](Index e) {
    const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e));
    const double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
    const double doubt =
        slack * r + 1e-15 * (std::abs(ax) + std::abs(ay) + std::abs(bx) + std::abs(by));
    return std::sqrt(squared_distance(cx, cy, ax, ay, bx, by)) < r - doubt;
  };
  // A large disc is most often cut by a wall that meets this one at its end.
  const auto is_cut_at = [&](Index end) {
    const Index first = mesh_.vertices[end].edge;
    Index e = first;
    do {
      if (mesh_.constrained(e) && !is_on(run, e) && cuts(e)) {
        read(e >> 2);
        read(mesh_.twin(e) >> 2);
        return true;
      }
      e = mesh_.rotate_ccw(e);
    } while (e != first);
    return false;
  };
  constexpr std::size_t large = 16;
  bool empty = true;
  for (const Index u : mesh_.triangles[triangle].vertex) empty = empty && !holds(u);
  seen_.assign(1, triangle);
  const std::uint32_t flood = ++scratch_.epoch;
  enter(triangle, of_disc, flood);
  for (std::size_t i = 0; i < seen_.size() && empty; ++i) {
    if (i == large && (is_cut_at(run.from) || is_cut_at(run.to))) return false;
    for (Index side = 0; side < 3 && empty; ++side) {
      const Index e = Mesh::half_edge(seen_[i], side);
      if (mesh_.constrained(e)) {
        empty = is_on(run, e) || !cuts(e);
        continue;
      }
      const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e));
      const double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
      const double d = std::sqrt(squared_distance(cx, cy, ax, ay, bx, by));
      if (d > r * (1 + slack)) continue;
      const Index other = mesh_.twin(e);
      if (!enter(other >> 2, of_disc, flood)) continue;
      empty = !holds(mesh_.apex(other));
      seen_.push_back(other >> 2);
    }
  }
  for (const Index t : seen_) read(t);
  return empty;
}

bool GateFinder::is_crowded(const Gate& gate, const Run& run) {
  const Frame f = frame(run);
  const Point from = at(run.from), to = at(run.to), v = at(gate.vertex);
  const double a = f.x(v), h = f.y(v);
  // x^2 + y^2 - length x - k y < 0 inside the circle.
  const double k = (a * (a - f.length) + h * h) / h;
  const auto power = [&](double x, double y) { return x * (x - f.length) + y * (y - k); };
  // The part of the edge that lies inside, leniently; as fractions of it.
  struct Part {
    double from, to;
  };
  const auto inside = [&](Index e) {
    const Point p = at(mesh_.origin(e)), q = at(mesh_.target(e));
    double px = f.x(p), py = f.y(p), qx = f.x(q), qy = f.y(q);
    if (py <= 0 && qy <= 0) return Part{1, 0};
    const double dx = qx - px, dy = qy - py, d2 = dx * dx + dy * dy;
    const double gradient = dx * (2 * px - f.length) + dy * (2 * py - k);
    const double size = px * px + qx * qx + f.length * f.length + py * py + qy * qy +
                        std::abs(k) * std::max(std::abs(py), std::abs(qy));
    // d2 t^2 + gradient t + power(p) < slack * size
    const double rest = power(px, py) - slack * size;
    const double disc = gradient * gradient - 4 * d2 * rest;
    if (!(disc > 0)) return Part{1, 0};
    const double root = std::sqrt(disc);
    return Part{std::max(0.0, (-gradient - root) / (2 * d2)),
                std::min(1.0, (-gradient + root) / (2 * d2))};
  };
  const auto crowds = [&](Index u) {
    return u != gate.vertex && u != run.from && u != run.to && !mesh_.is_refinement(u) &&
           orientation(from, to, at(u)) > 0 && in_circle_perturbed(from, to, v, at(u)) > 0;
  };
  for (const Index e : run.edges)
    if (crowds(mesh_.apex(e))) return true;
  std::vector<Index>& seen = around_;
  seen.assign(1, gate.triangle);
  const std::uint32_t flood = ++scratch_.epoch;
  enter(gate.triangle, of_crowd, flood);
  bool crowded = false;
  for (const Index u : mesh_.triangles[gate.triangle].vertex) crowded = crowded || crowds(u);
  for (std::size_t i = 0; i < seen.size() && !crowded; ++i) {
    for (Index side = 0; side < 3 && !crowded; ++side) {
      const Index e = Mesh::half_edge(seen[i], side);
      if (!mesh_.constrained(e)) {
        const Index other = mesh_.twin(e);
        if (const Part part = inside(e); part.from > part.to || !enter(other >> 2, of_crowd, flood))
          continue;
        seen.push_back(other >> 2);
        crowded = crowds(mesh_.apex(other));
        continue;
      }
      if (is_on(run, e)) continue;
      const Part part = inside(e);
      if (part.from > part.to) continue;
      const Point p = at(mesh_.origin(e)), q = at(mesh_.target(e));
      const auto along = [&](double t) {
        return Point{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
      };
      const Point first = along(part.from), last = along(part.to);
      this->run(e, wall_);
      if (mesh_.is_refinement(wall_.from)) continue;
      others_.clear();
      gates(wall_, first, last, others_);
      reverse(mesh_, wall_);
      gates(wall_, first, last, others_);
      for (const Gate& g : others_) {
        const double x = f.x(g.foot), y = f.y(g.foot);
        crowded =
            crowded || power(x, y) < slack * (x * x + f.length * f.length + y * (y + std::abs(k)));
      }
    }
  }
  for (const Index t : seen) read(t);
  return crowded;
}

}  // namespace clearway
