#include "dominance.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {
namespace {

// Bounds the rounding error of a cost for each root on the path, in units of r * slack.
constexpr double rounding_per_root = 16;
// The least sine of the angle at which a line crosses a portal: below, the crossing is too inexact.
constexpr double least_sine = 0x1p-5;
// Triangles tested on one side of a portal before it counts as not empty.
constexpr std::size_t most_triangles = 32;

bool is_since(DiscRootId root, DiscRootId since) { return root != none && root >= since; }

}  // namespace

void DiscDominance::begin(double radius, double slack) {
  depths_.resize(std::max(depths_.size(), mesh_.half_edge_slots()), 0);
  if (version_ == world_.version() && r_ == radius && slack_ == slack) return;
  version_ = world_.version();
  r_ = radius;
  slack_ = slack;
  stamp_ += 4;
  if (stamp_ == 0) {
    std::fill(depths_.begin(), depths_.end(), 0);
    stamp_ = 4;
  }
}

// Whether some root at the vertex costs less than the straight path from the root to the vertex.
// Other roots dominate so rarely that testing them does not pay off.
bool DiscDominance::is_rival(VertexId vertex, const DiscRoot& root, DiscRootId since) const {
  if (vertex == root.vertex || !roots_.are_any_at(vertex)) return false;
  const double most = root.cost + length(mesh_.point(vertex) - root.circle.center);
  for (const int side : {-1, +1})
    for (DiscRootId i = roots_.first_at(vertex, side); is_since(i, since); i = roots_[i].next)
      if (roots_[i].cost < most) return true;
  return false;
}

bool DiscDominance::is_dominated(HalfEdgeId exit, const DiscRoot& root, const DiscWedge& wedge,
                                 DiscRootId since) {
  const VertexId right = mesh_.origin(exit), left = mesh_.target(exit);
  const bool is_right = is_rival(right, root, since), is_left = is_rival(left, root, since);
  if (!(is_right | is_left)) return false;
  const Vector to_right = mesh_.point(right) - root.circle.center,
               portal = mesh_.point(left) - mesh_.point(right);
  const double wide = length(portal), per_wide = 1 / wide, rho = root.circle.rho;
  const Vector along{portal.x * per_wide, portal.y * per_wide};
  bool is_sharp = true;
  const auto cross_by = [&](const Vector& u) {
    const Vector from_touch{to_right.x - rho * u.y, to_right.y + rho * u.x};
    const double sine = cross(u, along), per_sine = 1 / sine;
    const double ahead = cross(from_touch, along) * per_sine;
    is_sharp &= sine >= least_sine && ahead >= 0;
    return Crossing{cross(from_touch, u) * per_sine,
                    roots_.cost_after(root, roots_.turned_at_least(root, u)) + ahead};
  };
  const Crossing low = cross_by(wedge.low), high = cross_by(wedge.high);
  if (!is_sharp) return false;
  return (is_right && is_usable(access_over(right, along, wide, root, low, high, since), exit)) ||
         (is_left &&
          is_usable(access_over(left, {-along.x, -along.y}, wide, root, {wide - high.at, high.cost},
                                {wide - low.at, low.cost}, since),
                    exit));
}

// How a root at this end of the portal reaches both crossings at less cost, if one does. `near` is
// the crossing nearer to the end.
DiscDominance::Access DiscDominance::access_over(VertexId end, const Vector& along, double wide,
                                                 const DiscRoot& root, const Crossing& near,
                                                 const Crossing& far, DiscRootId since) const {
  const double per_root = rounding_per_root * r_ * slack_;
  for (const int side : {-1, +1}) {
    for (DiscRootId i = roots_.first_at(end, side); is_since(i, since); i = roots_[i].next) {
      const DiscRoot& other = roots_[i];
      const double margin = per_root * (root.depth + other.depth + 2);
      const auto is_cheaper = [&](double entry, double cost) {
        return cost + margin + std::abs(near.at - entry) < near.cost &&
               cost + margin + std::abs(far.at - entry) < far.cost;
      };
      const Vector& u = other.arrival;
      const double k = -side * rounded_side(u, along), p = rounded_ahead(u, along);
      if (k > 0 && (p <= 0 || near.at * k >= r_)) {
        const double entry = r_ / k;
        if (entry > wide || !is_cheaper(entry, other.cost + p * entry)) continue;
        if (p > 0) return Access::beside;
        const Point from = roots_[other.parent].circle.touch(u), to = other.circle.touch(u);
        if (-p * entry <= length(to - from)) return Access::along;
      } else {
        const double straight = std::sqrt(std::max(0.0, near.at * near.at - r_ * r_));
        if (!is_cheaper(near.at, other.cost + straight)) continue;
        const double per = 1 / near.at, on = straight * per, off = side * r_ * per;
        const double angle =
            roots_.turned(other, {on * along.x - off * along.y, on * along.y + off * along.x});
        if (angle <= other.reach && is_cheaper(near.at, roots_.cost_after(other, angle) + straight))
          return Access::beside;
      }
    }
  }
  return Access::none;
}

bool DiscDominance::is_usable(Access access, HalfEdgeId portal) {
  if (access == Access::none) return false;
  const HalfEdgeId one = std::min(portal, mesh_.twin(portal));
  std::uint16_t& known = depths_[one];
  if (static_cast<std::uint16_t>(known - stamp_) > 2)
    known = static_cast<std::uint16_t>(stamp_ +
                                       std::min(empty_depth(one), empty_depth(mesh_.twin(one))));
  return known - stamp_ >= static_cast<int>(access);
}

// The depth to which the portal is empty on the side of its triangle, in radii, at most 2. Floods
// from the portal across edges that reach into the strip beside it.
int DiscDominance::empty_depth(HalfEdgeId side) {
  const VertexId v = mesh_.origin(side), w = mesh_.target(side);
  const Point origin = mesh_.point(v);
  const Vector along = mesh_.point(w) - origin;
  const double squared = dot(along, along), radius = r_ * (1 + 2 * slack_) * std::sqrt(squared);
  struct Position {
    double on, off;
  };
  const auto position_of = [&](VertexId vertex) {
    const Vector to = mesh_.point(vertex) - origin;
    return Position{dot(along, to), cross(along, to)};
  };
  int depth = 2;
  queue_.assign(1, side);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (i == most_triangles) return 0;
    const Position apex = position_of(mesh_.apex(queue_[i]));
    if (apex.on > 0 && apex.on < squared && apex.off < depth * radius) {
      if (apex.off < radius) return 0;
      depth = 1;
    }
    for (const HalfEdgeId e : {Mesh::next(queue_[i]), Mesh::prev(queue_[i])}) {
      const VertexId a = mesh_.origin(e), b = mesh_.target(e);
      const Position p = position_of(a), q = position_of(b);
      if (std::max(p.on, q.on) <= 0 || std::min(p.on, q.on) >= squared ||
          std::min(p.off, q.off) >= depth * radius)
        continue;
      if (!mesh_.constrained(e))
        queue_.push_back(mesh_.twin(e));
      else if (a != v && a != w && b != v && b != w && std::min(p.off, q.off) < radius)
        return 0;
    }
  }
  return depth;
}

}  // namespace clearway
