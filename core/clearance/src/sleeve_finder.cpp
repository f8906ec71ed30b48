#include "clearance/sleeve_finder.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "gate_disc.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

SleeveFinder::SleeveFinder(const Triangulation& triangulation, const SearchRecords* records)
    : t_(triangulation), mesh_(triangulation.mesh), records_(records) {}

bool SleeveFinder::find(HalfEdgeId corner, double limit, Sleeve& out) {
  const TriangleId t = Mesh::triangle_of(corner);
  const HalfEdgeId opposite = Mesh::next(corner);
  reads.assign(1, t);
  const VertexId v = mesh_.origin(corner);
  if (!mesh_.is_free(t) || mesh_.constrained(opposite) || mesh_.is_refinement(v)) return false;
  v_ = mesh_.point(v);
  const Point a = mesh_.point(mesh_.origin(opposite)), b = mesh_.point(mesh_.target(opposite));
  const double ax = a.x - v_.x, ay = a.y - v_.y, bx = b.x - v_.x, by = b.y - v_.y;
  // The region of feet extends beyond ab only if the angles at a and b are acute.
  const double aa = ax * ax + ay * ay, bb = bx * bx + by * by;
  if (!(ax * bx + ay * by < std::min(aa, bb))) return false;
  // No gate is narrower than the height over ab.
  const double cross = ax * by - ay * bx, cx = b.x - a.x, cy = b.y - a.y;
  if (cross * cross > (1 + tolerance::product_filter) * limit * limit * (cx * cx + cy * cy))
    return false;
  // There is no gate either if both other sides of the next triangle lie outside the region of
  // feet. meets() would find the same, with more work.
  const HalfEdgeId base = mesh_.twin(opposite);
  const Point c = mesh_.point(mesh_.apex(base));
  const auto leaves = [&](double x, double y, double square) {
    const double along_x = x * (c.x - v_.x), along_y = y * (c.y - v_.y);
    return along_x + along_y - square >
           tolerance::foot_side * (2 * square + std::abs(along_x) + std::abs(along_y));
  };
  if (leaves(ax, ay, aa) && leaves(bx, by, bb)) {
    reads.push_back(Mesh::triangle_of(base));
    return false;
  }
  region_.set(v_, {ax, ay}, aa, {bx, by}, bb);
  limit_ = limit;
  path_.assign(1, corner);
  if (!follow(base, region_.see(b), region_.see(a))) return false;
  set(out);
  return true;
}

SleeveFinder::Sides SleeveFinder::may_cross(HalfEdgeId edge) const {
  const HalfEdgeId twin = mesh_.twin(edge);
  const Point a = mesh_.point(mesh_.origin(edge)), b = mesh_.point(mesh_.target(edge));
  const Point p = mesh_.point(mesh_.apex(edge)), q = mesh_.point(mesh_.apex(twin));
  const double x = b.x - a.x, y = b.y - a.y, length2 = x * x + y * y;
  const double px = p.x - a.x, py = p.y - a.y, qx = q.x - a.x, qy = q.y - a.y;
  const double pp = px * px + py * py, qq = qx * qx + qy * qy;
  // The angle tests of find(), as scalar products of the sides. `error` bounds the rounding errors
  // of both functions, so that a gate found there is never missed here.
  const double error = tolerance::foot_side_filter * (length2 + pp + qq);
  const double at_a = px * qx + py * qy, p_along = px * x + py * y, q_along = qx * x + qy * y;
  const double at_b = at_a - p_along - q_along + length2;  // (p - b) . (q - b)
  if (at_a < -error && at_b < -error) return {false, false};
  const auto is_acute = [&](double along) { return along > -error && along < length2 + error; };
  return {is_acute(p_along), is_acute(q_along)};
}

bool SleeveFinder::stands_on(HalfEdgeId e) {
  const bool whole = !mesh_.is_refinement(mesh_.origin(e)) && !mesh_.is_refinement(mesh_.target(e));
  const auto [from, to] = t_.run_ends(e);
  const Point p = mesh_.point(from), q = mesh_.point(to);
  if (direction(p, q, v_) <= 0 || direction(q, p, v_) <= 0) return false;
  foot_ = nearest_on_segment(p, q, v_);
  if (foot_ == p || foot_ == q) return false;
  if (!whole) {
    const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
    const Vector ab = b - a;
    const double along = rounded_ahead(ab, foot_ - a);
    if (!(along > 0 && along < dot(ab, ab))) return false;
    if (is_at(a, foot_) || is_at(b, foot_)) return false;  // the gate is an edge already
  }
  const Vector gate = foot_ - v_;
  const double ff = dot(gate, gate);
  // A wall that leaves v at an acute angle to vf enters the disc. The angle must be smaller than a
  // right one by more than the slack of is_empty().
  const auto cuts = [&](HalfEdgeId side, VertexId end) {
    if (!mesh_.constrained(side)) return false;
    const Vector wall = mesh_.point(end) - v_;
    const double along = rounded_ahead(gate, wall);
    return along > 0 && along * along > tolerance::rim_angle_squared * dot(wall, wall) * ff;
  };
  const HalfEdgeId corner = path_[0];
  if (cuts(corner, mesh_.target(corner)) || cuts(Mesh::prev(corner), mesh_.apex(corner)))
    return false;
  // Every corner of the sleeve must lie outside the disc over vf.
  const auto holds = [&](const Point& u) {
    const Vector to_corner = u - v_;
    return dot(gate, to_corner) - dot(to_corner, to_corner) > tolerance::rim * ff;
  };
  for (std::size_t i = 1; i < path_.size(); ++i)
    for (const VertexId c : mesh_.triangles[Mesh::triangle_of(path_[i])].vertex)
      if (holds(mesh_.point(c))) return false;
  width_ = t_.height_below(v_, e);
  wall_ = e;
  return width_ <= limit_;
}

bool SleeveFinder::follow(HalfEdgeId base, FootRegion::Seen from, FootRegion::Seen to) {
  // Visit each triangle once: among slivers, rounding may lead the walk around a vertex or into
  // both branches at a triangle. Such detours are short, so only the last few triangles are
  // compared.
  constexpr std::ptrdiff_t near = 32, most = 5000;
  const std::size_t before = path_.size();
  for (;;) {
    const std::ptrdiff_t count = std::ssize(reads);
    if (count > most || std::find(reads.end() - std::min(near, count), reads.end(),
                                  Mesh::triangle_of(base)) != reads.end())
      break;
    check_interrupt();
    path_.push_back(base);
    reads.push_back(Mesh::triangle_of(base));
    const HalfEdgeId right = Mesh::next(base), left = Mesh::prev(base);
    const FootRegion::Seen apex = region_.see(mesh_.point(mesh_.origin(left)));
    const bool has_left = region_.meets(apex, from);
    if (region_.meets(to, apex)) {
      if (!mesh_.constrained(right) && !has_left) {
        base = mesh_.twin(right), from = apex;
        continue;
      }
      if (mesh_.constrained(right) ? stands_on(right) : follow(mesh_.twin(right), apex, to))
        return true;
    }
    if (!has_left) break;
    if (mesh_.constrained(left)) {
      if (stands_on(left)) return true;
      break;
    }
    base = mesh_.twin(left), to = apex;
  }
  path_.resize(before);
  return false;
}

void SleeveFinder::set(Sleeve& out) const {
  out.width = width_, out.foot = foot_, out.wall = wall_;
  divide(t_, path_, out);
}

bool SleeveFinder::find_height(HalfEdgeId corner, double limit, Sleeve& out) {
  const TriangleId t = Mesh::triangle_of(corner);
  const HalfEdgeId wall = Mesh::next(corner);
  const VertexId v = mesh_.origin(corner);
  reads.assign(1, t);
  if (!mesh_.is_free(t) || !mesh_.constrained(wall) || mesh_.is_refinement(v)) return false;
  v_ = mesh_.point(v);
  limit_ = limit;
  path_.assign(1, corner);
  if (!stands_on(wall)) return false;
  set(out);
  return true;
}

bool SleeveFinder::is_gate(HalfEdgeId corner, const Sleeve& sleeve) {
  return is_empty(corner, sleeve, -tolerance::rim);
}

bool SleeveFinder::is_alone(HalfEdgeId corner, const Sleeve& sleeve) {
  return is_empty(corner, sleeve, tolerance::rim);
}

bool SleeveFinder::is_alone(HalfEdgeId edge, const Point& foot) {
  reads = {Mesh::triangle_of(edge), Mesh::triangle_of(mesh_.twin(edge))};
  return is_disc_empty(mesh_, records_, mesh_.origin(edge), foot, reads, tolerance::rim, reads);
}

bool SleeveFinder::is_empty(HalfEdgeId corner, const Sleeve& sleeve, double margin) {
  std::vector<TriangleId> seen;
  for (const Sleeve::Step& step : sleeve.steps) seen.push_back(Mesh::triangle_of(step.base));
  return is_disc_empty(mesh_, records_, mesh_.origin(corner), sleeve.foot, std::move(seen), margin,
                       reads);
}

}  // namespace clearway
