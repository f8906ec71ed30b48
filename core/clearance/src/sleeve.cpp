#include "clearance/sleeve.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

namespace {

constexpr double slack = tolerance::rim;

// The corner where two sides of a triangle meet, as the half-edge that starts there.
HalfEdgeId between(HalfEdgeId a, HalfEdgeId b) { return Mesh::next(a) == b ? b : a; }

}  // namespace

SleeveFinder::SleeveFinder(const Triangulation& triangulation, const Clearance* layer)
    : t_(triangulation), mesh_(triangulation.mesh), layer_(layer) {}

bool Sleeve::is_crowded() const {
  return std::any_of(parts.begin(), parts.end(), [](const Part& p) { return p.crowded; });
}

int Sleeve::step_of(TriangleId triangle) const {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (Mesh::triangle_of(steps[i].base) == triangle) return static_cast<int>(i);
  return -1;
}

HalfEdgeId Sleeve::out(int step, const Mesh& mesh) const {
  const auto i = static_cast<std::size_t>(step);
  return i + 1 < steps.size() ? mesh.twin(steps[i + 1].base) : wall;
}

bool Sleeve::is_left(const Mesh& mesh, const Point& p) const {
  // The wall runs from right to left as seen from v.
  const Point v = mesh.point(mesh.origin(steps[0].base));
  const Point a = mesh.point(mesh.origin(wall)), b = mesh.point(mesh.target(wall));
  return rounded_ahead(b - a, p - v) > 0;
}

bool SleeveFinder::find(HalfEdgeId corner, double limit, Sleeve& out) {
  const TriangleId t = Mesh::triangle_of(corner);
  const HalfEdgeId opposite = Mesh::next(corner);
  reads.assign(1, t);
  const VertexId v = mesh_.origin(corner);
  if (!mesh_.is_free(t) || mesh_.constrained(opposite) || mesh_.is_refinement(v)) return false;
  v_ = mesh_.point(v);
  const Point a = mesh_.point(mesh_.origin(opposite)), b = mesh_.point(mesh_.target(opposite));
  const double ax = a.x - v_.x, ay = a.y - v_.y, bx = b.x - v_.x, by = b.y - v_.y;
  // The disc over vf must exclude a and b. Hence f lies on v's side of the perpendiculars to va at
  // a and to vb at b. This region is inside the circumcircle of the triangle, which contains no
  // visible corner. It extends beyond ab only if the angles at a and b are acute.
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
  line_x_[0] = ax, line_y_[0] = ay, line_at_[0] = aa;
  line_x_[1] = bx, line_y_[1] = by, line_at_[1] = bb;
  // The region also lies between the rays from v through a and b.
  line_x_[2] = ay, line_y_[2] = -ax, line_at_[2] = 0;
  line_x_[3] = -by, line_y_[3] = bx, line_at_[3] = 0;
  limit_ = limit;
  path_.assign(1, corner);
  if (!follow(base, see(mesh_.target(opposite)), see(mesh_.origin(opposite)))) return false;
  measure(corner, out);
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

SleeveFinder::Seen SleeveFinder::see(VertexId vertex) const {
  const Point p = mesh_.point(vertex);
  const double x = p.x - v_.x, y = p.y - v_.y;
  Seen out;
  for (int i = 0; i < 4; ++i) {
    const double along_x = line_x_[i] * x, along_y = line_y_[i] * y;
    out.beyond[i] = along_x + along_y - line_at_[i];
    out.size[i] = std::abs(along_x) + std::abs(along_y);
  }
  return out;
}

// Whether the region of feet contains a part of the edge pq of more than rounding size. Clips the
// edge against the four lines.
bool SleeveFinder::meets(const Seen& p, const Seen& q) const {
  double from = 0, to = 1;
  for (int i = 0; i < 4; ++i) {
    const double at_p = p.beyond[i], at_q = q.beyond[i];
    if (at_p <= 0 && at_q <= 0) continue;
    const double error = tolerance::foot_side * (line_at_[i] + p.size[i] + q.size[i]);
    // The line leaves no more than an end of the edge.
    if (at_p > error ? at_q > -error : at_p > -error && at_q > error) return false;
    const double slope = at_q - at_p;
    if (slope > 0)
      to = std::min(to, (error - at_p) / slope);
    else if (slope < 0)
      from = std::max(from, (error - at_p) / slope);
  }
  return to - from > tolerance::foot_range;
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
    const double dx = b.x - a.x, dy = b.y - a.y,
                 along = (foot_.x - a.x) * dx + (foot_.y - a.y) * dy;
    const double length2 = dx * dx + dy * dy;
    if (!(along > 0 && along < length2)) return false;
    if (is_at(a, foot_) || is_at(b, foot_)) return false;  // the gate is an edge already
  }
  const double fx = foot_.x - v_.x, fy = foot_.y - v_.y, ff = fx * fx + fy * fy;
  // A wall that leaves v at an acute angle to vf enters the disc. The angle must be smaller than a
  // right one by more than the slack of is_empty().
  const auto cuts = [&](HalfEdgeId side, VertexId end) {
    if (!mesh_.constrained(side)) return false;
    const Point u = mesh_.point(end);
    const double x = u.x - v_.x, y = u.y - v_.y, along = x * fx + y * fy;
    return along > 0 && along * along > tolerance::rim_angle_squared * (x * x + y * y) * ff;
  };
  const HalfEdgeId corner = path_[0];
  if (cuts(corner, mesh_.target(corner)) || cuts(Mesh::prev(corner), mesh_.apex(corner)))
    return false;
  // Every corner of the sleeve must lie outside the disc over vf.
  const auto holds = [&](const Point& u) {
    const double x = u.x - v_.x, y = u.y - v_.y;
    return x * fx + y * fy - (x * x + y * y) > slack * ff;
  };
  for (std::size_t i = 1; i < path_.size(); ++i)
    for (const VertexId c : mesh_.triangles[Mesh::triangle_of(path_[i])].vertex)
      if (holds(mesh_.point(c))) return false;
  width_ = t_.height_below(v_, e);
  wall_ = e;
  return width_ <= limit_;
}

bool SleeveFinder::follow(HalfEdgeId base, Seen from, Seen to) {
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
    const Seen apex = see(mesh_.origin(left));
    const bool has_left = meets(apex, from);
    if (meets(to, apex)) {
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

void SleeveFinder::measure(HalfEdgeId corner, Sleeve& out) const {
  out.width = width_, out.foot = foot_, out.wall = wall_;
  out.steps.clear();
  out.parts.clear();
  const auto wide = [&](HalfEdgeId e) { return Clearance::is_wider(t_, e, width_); };
  const auto portal = [&](HalfEdgeId e) { return !mesh_.constrained(e) && wide(e) ? e : none; };
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const HalfEdgeId base = path_[i];
    const HalfEdgeId onward = i + 1 < path_.size() ? mesh_.twin(path_[i + 1]) : wall_;
    Sleeve::Step step{base, none, none, 0};
    if (i == 0)
      step.left = portal(Mesh::prev(corner)), step.right = portal(corner);
    else if (onward == Mesh::prev(base))
      step.right = portal(Mesh::next(base));
    else
      step.left = portal(Mesh::prev(base));
    if (i == 0 || !wide(base)) out.parts.push_back({static_cast<int>(i), 0, false, true, none});
    step.part = static_cast<int>(out.parts.size()) - 1;
    out.parts.back().last = static_cast<int>(i);
    out.steps.push_back(step);
  }
  for (Sleeve::Part& part : out.parts) {
    int lefts = 0, rights = 0;
    HalfEdgeId left = none, right = none;
    for (int i = part.first; i <= part.last; ++i) {
      const Sleeve::Step& step = out.steps[static_cast<std::size_t>(i)];
      if (step.left != none) ++lefts, left = step.left;
      if (step.right != none) ++rights, right = step.right;
    }
    part.crowded = lefts > 1 && rights > 1;
    part.left = lefts <= rights;
    part.portal = part.crowded ? none : part.left ? left : right;
  }
}

void charges(const Sleeve& sleeve, const Mesh& mesh, std::vector<HalfEdgeId>& out) {
  out.clear();
  for (const Sleeve::Part& part : sleeve.parts) {
    if (part.portal == none) continue;
    const int i = sleeve.step_of(Mesh::triangle_of(part.portal));
    const Sleeve::Step& step = sleeve.steps[static_cast<std::size_t>(i)];
    if (i > part.first) out.push_back(between(step.base, part.portal));
    if (i < part.last) out.push_back(between(part.portal, sleeve.out(i, mesh)));
    if (i == 0 && step.left != none && step.right != none)
      out.push_back(between(step.left, step.right));
  }
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
  measure(corner, out);
  return true;
}

bool SleeveFinder::is_gate(HalfEdgeId corner, const Sleeve& sleeve) {
  std::vector<TriangleId> seen;
  for (const Sleeve::Step& step : sleeve.steps) seen.push_back(Mesh::triangle_of(step.base));
  return is_empty(mesh_.origin(corner), sleeve.foot, std::move(seen), -slack);
}

bool SleeveFinder::is_alone(HalfEdgeId corner, const Sleeve& sleeve) {
  std::vector<TriangleId> seen;
  for (const Sleeve::Step& step : sleeve.steps) seen.push_back(Mesh::triangle_of(step.base));
  return is_empty(mesh_.origin(corner), sleeve.foot, std::move(seen), slack);
}

bool SleeveFinder::is_alone(HalfEdgeId edge, const Point& foot) {
  reads = {Mesh::triangle_of(edge), Mesh::triangle_of(mesh_.twin(edge))};
  return is_empty(mesh_.origin(edge), foot, reads, slack);
}

// Floods the disc over v and the foot, starting from the triangles in `seen`. Returns false if it
// finds a corner within 1 + margin times the radius, or a wall inside the disc. With a positive
// margin the flood stops at an edge that is a known gate on a busy wall, if the centre of the disc
// lies before it: the part of the disc beyond that edge is contained in the disc over the edge,
// which is empty.
bool SleeveFinder::is_empty(VertexId v, const Point& foot, std::vector<TriangleId> seen,
                            double margin) {
  const Point at = mesh_.point(v);
  const double cx = 0.5 * (foot.x - at.x), cy = 0.5 * (foot.y - at.y);
  const double r = std::sqrt(cx * cx + cy * cy), reach = r * (1 + margin);
  const auto distance_of = [&](HalfEdgeId e, double& size) {
    const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
    const double ax = a.x - at.x, ay = a.y - at.y, dx = b.x - a.x, dy = b.y - a.y;
    size = std::abs(ax) + std::abs(ay) + std::abs(dx) + std::abs(dy);
    const double length2 = dx * dx + dy * dy;
    const double s = std::clamp(((cx - ax) * dx + (cy - ay) * dy) / length2, 0.0, 1.0);
    return distance({ax + s * dx, ay + s * dy}, {cx, cy});
  };
  const auto holds = [&](VertexId u) {
    if (u == v || mesh_.is_refinement(u)) return false;
    const Point p = mesh_.point(u);
    return distance({p.x - at.x, p.y - at.y}, {cx, cy}) < reach;
  };
  const auto is_before = [&](HalfEdgeId e) {
    const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
    return rounded_side(b - a, {at.x + cx - a.x, at.y + cy - a.y}) > 0;
  };
  std::unordered_set<TriangleId> known;  // the triangles in `seen`, once there are many
  const auto is_seen = [&](TriangleId t) {
    constexpr std::size_t many = 32;
    if (seen.size() < many) return std::find(seen.begin(), seen.end(), t) != seen.end();
    if (known.empty()) known.insert(seen.begin(), seen.end());
    return known.contains(t);
  };
  if (margin > 0)
    for (const TriangleId t : seen)
      if (std::any_of(mesh_.triangles[t].vertex, mesh_.triangles[t].vertex + 3, holds))
        return false;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (Index side = 0; side < 3; ++side) {
      const HalfEdgeId e = Mesh::half_edge(seen[i], side);
      double size;
      const double d = distance_of(e, size);
      if (mesh_.constrained(e)) {
        if (d < r * (1 - slack) - tolerance::nearest_on_side * size) return false;
        continue;
      }
      if (d >= reach + (margin > 0 ? 1 : -1) * tolerance::nearest_on_side * size) continue;
      const HalfEdgeId other = mesh_.twin(e);
      if (margin > 0 && is_before(e) && layer_ != nullptr && layer_->is_foot(e)) continue;
      if (is_seen(Mesh::triangle_of(other))) continue;
      reads.push_back(Mesh::triangle_of(other));
      if (holds(mesh_.apex(other))) return false;
      seen.push_back(Mesh::triangle_of(other));
      if (!known.empty()) known.insert(Mesh::triangle_of(other));
    }
  }
  return true;
}

}  // namespace clearway
