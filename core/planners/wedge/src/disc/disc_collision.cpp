#include "disc_collision.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/mesh/location.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

DiscCollision::DiscCollision(const World& world, double radius, double scale)
    : world_(world), mesh_(world.mesh()), radius_(radius) {
  least_ = std::max(0.0, radius - (radius * tolerance::radius + scale * tolerance::search_touch));
  touching_ = radius + (radius * tolerance::radius + scale * tolerance::search_touch);
  wall_angle_ = std::asin(least_ / radius);
  angle_slack_ = tolerance::tangent_angle + scale / radius * tolerance::tangent_angle_by_ratio;
}

// Whether a disc passes between the point and the constrained side e: by the segments that e
// is part of, which crossings and refinement vertices have bent where they are rounded.
bool DiscCollision::is_wide(const Point& p, HalfEdgeId e) const {
  const VertexId a = mesh_.origin(e), b = mesh_.target(e);
  const auto is_given = [&](VertexId v) {
    return mesh_.vertices[v].uses != 0 && !mesh_.is_refinement(v);
  };
  const auto keeps = [&](const Point& s, const Point& t) {
    return compare_distance(p, s, t, 2 * radius_) >= 0;
  };
  if (is_given(a) && is_given(b)) return keeps(mesh_.point(a), mesh_.point(b));
  const auto segments = world_.segments_along(e);
  return std::all_of(segments.begin(), segments.end(),
                     [&](const auto& s) { return keeps(s.first, s.second); });
}

bool DiscCollision::line(const Point& a, const Point& b, HalfEdgeId near) const {
  const TriangleId start = Mesh::triangle_of(walk(mesh_, a, near).half_edge);
  if (!mesh_.is_free(start)) return false;
  // What it touches, within rounding: where it parts two of them the gap decides.
  corners_.clear();
  edges_.clear();
  // Beside and along the line, in units of its length; beyond `far` nothing is near.
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
  // A gap too narrow by the fraction f holds no disc within r sqrt(2 f) beside it: a line that
  // ends this near to a closed one ends in it, but for rounding.
  const double at_gap = radius_ * std::sqrt(squared) * tolerance::closed_gap;
  const auto parts = [&](const Touched& p, const Touched& q) {
    if (!(p.off * q.off < 0)) return false;
    const double on = (p.on * q.off - q.on * p.off) / (q.off - p.off);
    return on >= -at_gap && on <= squared + at_gap;
  };
  // A line can touch every post of a row: only corners near to each other along it are compared.
  std::sort(corners_.begin(), corners_.end(),
            [](const Touched& p, const Touched& q) { return p.on < q.on; });
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Touched& p = corners_[i];
    for (std::size_t k = i; k-- > 0 && p.on - corners_[k].on <= 2 * far;) {
      const Touched& q = corners_[k];
      if (parts(p, q) && length(p.at - q.at) < 2 * touching_ &&
          compare_distance(p.at, q.at, 2 * radius_) < 0)
        return false;
    }
    for (const HalfEdgeId e : edges_) {
      const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
      // What lies on the corner's own side is not parted from it.
      if (std::min(beside(c) * p.off, beside(d) * p.off) > 0) continue;
      if (p.at == c || p.at == d || away(p.at, c, d) >= touching_ + radius_ || is_wide(p.at, e))
        continue;
      const Point q = nearest_on_segment(c, d, p.at);
      if (parts(p, {q, along(q), beside(q)})) return false;
    }
  }
  return true;
}

// The ends are free. An obstacle that is too near is a vertex whose foot lies between them, or
// a wall across the line (dominance.hpp, 2).
bool DiscCollision::is_line_empty(const Point& a, const Point& b, VertexId from, VertexId to,
                                  HalfEdgeId near) const {
  const Vector line = b - a;
  const double squared = dot(line, line),
               far = touching_ * std::sqrt(squared) * (1 + tolerance::product_filter);
  struct Place {
    double on, off;
  };
  const auto place = [&](VertexId v) {
    const Vector to_v = mesh_.point(v) - a;
    return Place{dot(line, to_v), cross(line, to_v)};
  };
  seen_.begin(mesh_);
  queue_.clear();
  return flood(
      mesh_, Mesh::triangle_of(near), seen_, queue_,
      [&](VertexId v) {
        const Place p = place(v);
        return v == from || v == to || std::abs(p.off) > far || p.on < -far || p.on > squared + far;
      },
      [&](HalfEdgeId e) {
        const Place p = place(mesh_.origin(e)), q = place(mesh_.target(e));
        if (std::min(p.off, q.off) > far || std::max(p.off, q.off) < -far ||
            std::max(p.on, q.on) < 0 || std::min(p.on, q.on) > squared)
          return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        return p.off * q.off > 0 ? Side::wall : Side::stop;
      });
}

// Each obstacle within reach blocks an interval of bearings; the first one ahead ends the
// roll. The start is free, so an interval that seems to hold it has it at one of its ends.
double DiscCollision::roll(VertexId vertex, double bearing, int side, TriangleId triangle) const {
  constexpr double pi = std::numbers::pi;
  const Point v = mesh_.point(vertex);
  // A contact this little behind the start is at the start.
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
  // Where the disc comes to the edge from a to b along the unit vector (ex, ey), v beside its
  // line; only when it lands between the ends, which block where it does not.
  const auto enter = [&](const Point& a, const Point& b, double ex, double ey, double height) {
    const double normal = height >= 0 ? std::atan2(-ex, ey) : std::atan2(ex, -ey);
    const double half = std::acos(std::clamp((std::abs(height) - least_) / radius_, -1.0, 1.0));
    const double contact = normal - side * half;
    const Point at{v.x + radius_ * std::cos(contact), v.y + radius_ * std::sin(contact)};
    const Vector along{ex, ey};
    if (!(dot(at - a, along) >= 0 && dot(at - b, along) <= 0)) return;
    const double ahead = positive(side * (contact - bearing));
    limit = std::min(limit, 2 * pi - ahead < std::min(half, at_start) ? 0.0 : ahead);
  };
  // Whether the discs around v miss what is this far away: exactly where rounding matters.
  const double near = 2 * radius_ - (touching_ - least_), far = 2 * radius_ + (touching_ - least_);
  const auto is_apart = [&](double distance, auto compare) {
    return distance > far || (distance >= near && compare() >= 0);
  };
  const double keep = least_ * least_, square = radius_ * radius_;
  // What is farther from the start than this does not matter any more.
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
        // On the line itself the disc can stand on either side of it.
        if (std::abs(height) <= radius_ - least_) enter(b, a, -ex / length, -ey / length, -height);
        return Side::wall;
      });
  return limit;
}

}  // namespace clearway
