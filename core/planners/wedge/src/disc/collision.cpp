#include "collision.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/location.hpp"
#include "world/only_segment.hpp"

namespace clearway {

DiscCollision::DiscCollision(const World& world, double radius, double scale)
    : world_(world), mesh_(world.mesh()), radius_(radius) {
  least_ = std::max(0.0, radius - (radius * tolerance::radius + scale * tolerance::search_touch));
  touching_ = radius + (radius * tolerance::radius + scale * tolerance::search_touch);
  wall_angle_ = std::asin(least_ / radius);
  corners_.reserve(32), edges_.reserve(32), queue_.reserve(256);  // they hardly ever grow
  angle_slack_ = tolerance::tangent_angle + scale / radius * tolerance::tangent_angle_by_ratio;
}

// Whether the disc passes between the point and the constrained edge e. Decided by the input
// segments that e is part of: rounded crossings and refinement vertices bend e itself.
bool DiscCollision::is_wide(const Point& p, HalfEdgeId e) const {
  const VertexId a = mesh_.origin(e), b = mesh_.target(e);
  const auto is_given = [&](VertexId v) {
    return mesh_.vertices[v].uses != 0 && !mesh_.is_refinement(v);
  };
  const auto keeps = [&](const Point& s, const Point& t) {
    return compare_distance(p, s, t, 2 * radius_) >= 0;
  };
  if (is_given(a) && is_given(b)) return keeps(mesh_.point(a), mesh_.point(b));
  return all_segments_along(world_, e, keeps);
}

bool DiscCollision::line(const Point& a, const Point& b, HalfEdgeId near) const {
  const TriangleId start = Mesh::triangle_of(walk(mesh_, a, near).half_edge);
  if (!mesh_.is_free(start)) return false;
  // The obstacles that the line touches, up to rounding. Where it passes between two of them, the
  // exact width of the gap decides.
  corners_.clear();
  edges_.clear();
  // Positions beside and along the line, times its length; beyond `far` nothing can be touched.
  const Vector line = b - a;
  const double squared = dot(line, line),
               far = touching_ * std::sqrt(squared) * (1 + tolerance::product_filter);
  const auto beside = [&](const Point& p) { return cross(line, p - a); };
  const auto along = [&](const Point& p) { return dot(line, p - a); };
  seen_.begin(mesh_);
  queue_.clear();
  const bool is_clear = flood(
      mesh_, start, seen_, queue_,
      [&](VertexId v) {
        const Point p = mesh_.point(v);
        const double off = beside(p);
        if (std::abs(off) > far) return true;
        const double d = away(p, a, b);
        if (d < touching_ && d >= least_) corners_.push_back({p, along(p), off});
        return d >= least_;
      },
      [&](HalfEdgeId e) {
        const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
        const double c_off = beside(c), d_off = beside(d);
        if (std::min(c_off, d_off) > far || std::max(c_off, d_off) < -far) return Side::wall;
        const double c_on = along(c), d_on = along(d);
        if (std::max(c_on, d_on) < -far || std::min(c_on, d_on) > squared + far) return Side::wall;
        if (!mesh_.constrained(e) && std::min(c_on, d_on) > -far &&
            std::max(c_on, d_on) < squared + far)
          return Side::pass;
        const double gap = away(a, b, c, d);
        if (gap >= touching_) return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        if (gap < least_) return Side::stop;
        edges_.push_back(e);
        return Side::wall;
      });
  if (!is_clear) return false;
  // In a gap that is too narrow by the fraction f no disc fits within r sqrt(2 f) of it: a line
  // that ends this near to such a gap ends in it, up to rounding.
  const double at_gap = radius_ * std::sqrt(squared) * tolerance::closed_gap;
  const auto separates = [&](const Touched& p, const Touched& q) {
    if (!(p.off * q.off < 0)) return false;
    const double on = (p.on * q.off - q.on * p.off) / (q.off - p.off);
    return on >= -at_gap && on <= squared + at_gap;
  };
  // A line can touch every post of a row: compares only corners near each other along the line.
  std::sort(corners_.begin(), corners_.end(),
            [](const Touched& p, const Touched& q) { return p.on < q.on; });
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Touched& p = corners_[i];
    for (std::size_t k = i; k-- > 0 && p.on - corners_[k].on <= 2 * far;) {
      const Touched& q = corners_[k];
      if (separates(p, q) && length(p.at - q.at) < 2 * touching_ &&
          compare_distance(p.at, q.at, 2 * radius_) < 0)
        return false;
    }
    for (const HalfEdgeId e : edges_) {
      const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
      // The line does not pass between the corner and an edge on the same side.
      if (std::min(beside(c) * p.off, beside(d) * p.off) > 0) continue;
      if (p.at == c || p.at == d || away(p.at, c, d) >= touching_ + radius_ || is_wide(p.at, e))
        continue;
      const Point q = nearest_on_segment(c, d, p.at);
      if (separates(p, {q, along(q), beside(q)})) return false;
    }
  }
  return true;
}

// The disc fits at both ends. So an obstacle that is too near is a vertex whose foot lies between
// them, or a wall that crosses the line (dominance.hpp, 3).
bool DiscCollision::is_line_empty(const Point& a, const Point& b, VertexId from, VertexId to,
                                  HalfEdgeId near) const {
  const Vector line = b - a;
  const double squared = dot(line, line),
               far = touching_ * std::sqrt(squared) * (1 + tolerance::product_filter);
  struct Position {
    double on, off;
  };
  const auto position_of = [&](VertexId v) {
    const Vector to_v = mesh_.point(v) - a;
    return Position{dot(line, to_v), cross(line, to_v)};
  };
  seen_.begin(mesh_);
  queue_.clear();
  return flood(
      mesh_, Mesh::triangle_of(near), seen_, queue_,
      [&](VertexId v) {
        const Position p = position_of(v);
        return v == from || v == to || std::abs(p.off) > far || p.on < -far || p.on > squared + far;
      },
      [&](HalfEdgeId e) {
        const Position p = position_of(mesh_.origin(e)), q = position_of(mesh_.target(e));
        if (std::min(p.off, q.off) > far || std::max(p.off, q.off) < -far ||
            std::max(p.on, q.on) < 0 || std::min(p.on, q.on) > squared)
          return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        return p.off * q.off > 0 ? Side::wall : Side::stop;
      });
}

// Each obstacle within reach blocks an interval of bearings; the first interval ahead ends the
// roll. The start is free, so an interval that seems to contain it has it at one of its ends.
double DiscCollision::roll(VertexId vertex, double bearing, int side, TriangleId triangle) const {
  constexpr double pi = std::numbers::pi;
  const Point v = mesh_.point(vertex);
  // A contact that is behind the start by less than this is at the start.
  constexpr double at_start = tolerance::at_tangency;
  double limit = 2 * pi;
  const auto block = [&](double center, double half_width) {
    const double ahead = positive(side * (center - bearing));
    const double from = ahead - half_width, to = ahead + half_width;
    if (from < 0)
      limit = std::min(limit, -from < to ? 0.0 : from + 2 * pi);
    else
      limit = std::min(limit, from);
  };
  // Blocks from where the disc reaches the edge from a to b, along the unit vector (ex, ey), with v
  // `height` beside its line; only if it touches the edge between its ends, which block otherwise.
  const auto enter = [&](const Point& a, const Point& b, double ex, double ey, double height) {
    const double normal = height >= 0 ? std::atan2(-ex, ey) : std::atan2(ex, -ey);
    const double half = std::acos(std::clamp((std::abs(height) - least_) / radius_, -1.0, 1.0));
    const double contact = normal - side * half;
    const Point at{v.x + radius_ * std::cos(contact), v.y + radius_ * std::sin(contact)};
    const Vector along{ex, ey};
    if (!(rounded_ahead(along, at - a) >= 0 && rounded_ahead(along, at - b) <= 0)) return;
    const double ahead = positive(side * (contact - bearing));
    limit = std::min(limit, 2 * pi - ahead < std::min(half, at_start) ? 0.0 : ahead);
  };
  // Whether a disc that touches v cannot touch an obstacle at this distance from v: compares
  // exactly where rounding matters.
  const double near = 2 * radius_ - (touching_ - least_), far = 2 * radius_ + (touching_ - least_);
  const auto is_apart = [&](double distance, auto compare) {
    return distance > far || (distance >= near && compare() >= 0);
  };
  const double keep = least_ * least_, square = radius_ * radius_;
  // Obstacles farther from the start than this are reached only after `limit`.
  const Point start{v.x + radius_ * std::cos(bearing), v.y + radius_ * std::sin(bearing)};
  const auto is_beyond = [&](double distance) { return distance > (1 + limit) * touching_; };
  seen_.begin(mesh_);
  queue_.clear();
  flood(
      mesh_, triangle, seen_, queue_,
      [&](VertexId w) {
        if (w == vertex || is_beyond(length(mesh_.point(w) - start)) ||
            is_apart(length(mesh_.point(w) - v),
                     [&] { return compare_distance(v, mesh_.point(w), 2 * radius_); }))
          return true;
        const double dx = mesh_.point(w).x - v.x, dy = mesh_.point(w).y - v.y;
        const double d2 = dx * dx + dy * dy, d = std::sqrt(d2);
        const double cosine = (d2 + square - keep) / (2 * d * radius_);
        block(std::atan2(dy, dx), std::acos(std::clamp(cosine, -1.0, 1.0)));
        return true;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
        if (is_beyond(away(start, a, b))) return Side::wall;
        if (!mesh_.constrained(e))
          return is_apart(away(v, a, b), [&] { return compare_distance(v, a, b, 2 * radius_); })
                     ? Side::wall
                     : Side::pass;
        if (is_apart(away(v, a, b), [&] { return is_wide(v, e) ? 1 : -1; })) return Side::wall;
        if (mesh_.origin(e) == vertex || mesh_.target(e) == vertex) {
          const Point& w = mesh_.origin(e) == vertex ? b : a;
          block(std::atan2(w.y - v.y, w.x - v.x), std::asin(least_ / radius_));
          return Side::wall;
        }
        const double ex = b.x - a.x, ey = b.y - a.y, length = std::sqrt(ex * ex + ey * ey);
        const double height = left_of(a, b, v) / length;  // of v beside the line
        enter(a, b, ex / length, ey / length, height);
        // If v is on the line itself, the disc can touch it on either side.
        if (std::abs(height) <= radius_ - least_) enter(b, a, -ex / length, -ey / length, -height);
        return Side::wall;
      });
  return limit;
}

}  // namespace clearway
