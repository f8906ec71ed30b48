#include "contacts.hpp"

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

void DiscContacts::add(VertexId vertex, DiscRootId index, const DiscWedge& wedge, HalfEdgeId within,
                       bool is_hidden) {
  const DiscRoot& root = roots_[index];
  if (vertex == root.vertex || !corners_.can_roll(vertex)) return;
  const auto& [low, high] = wedge;
  const double r = query_.r, slack = query_.slack;
  // While the corner is ahead, it moves to the right of the line as the direction turns left.
  const Point p = mesh_.point(vertex);
  const Vector v = p - root.circle.center;
  const double low_left = rounded_ahead(low, v) > 0 ? cross(low, v) + root.circle.rho : infinity,
               high_left =
                   rounded_ahead(high, v) > 0 ? cross(high, v) + root.circle.rho : -infinity,
               about = slack * (2 * r + std::abs(v.x) + std::abs(v.y));
  const unsigned on_left = (low_left >= r - about) & (high_left <= r + about),
                 on_right = (low_left >= -r - about) & (high_left <= -r + about);
  unsigned sides = (on_left | on_right << 1) & corners_.may_touch(vertex, low, high);
  for (; sides != 0; sides &= sides - 1) {
    const int side = 2 * static_cast<int>(sides & 1) - 1;
    if (is_hidden && !corners_.may_touch_at(vertex, side, low, high)) continue;
    const Circle circle{p, side * r};
    const Tangent t = tangent(root.circle, circle);
    if (!t.exists || !is_between(low, high, t.direction, slack)) continue;
    // A tangent from one side to the other passes the gap between the two corners.
    if (root.side * side < 0 && t.length < tolerance::short_tangent * r &&
        compare_distance(root.circle.center, circle.center, 2 * r) < 0)
      continue;
    const Vector outwards{side * t.direction.y, -side * t.direction.x};
    if (!corners_.can_touch(vertex, outwards) ||
        (is_hidden && !corners_.may_touch_at(vertex, outwards)))
      continue;
    const Point touch = circle.touch(t.direction);
    if (within != none &&
        (is_outside(within, touch) || (is_hidden && (is_outside(Mesh::next(within), touch) ||
                                                     is_outside(Mesh::prev(within), touch)))))
      continue;
    const double angle = roots_.turned(root, t.direction);
    if (angle > root.limit + slack) continue;
    const double cost = roots_.cost_after(root, angle) + t.length;
    if (roots_.is_dominated(vertex, side, t.direction, cost)) continue;
    tree_.push({index, vertex, side, t.direction, cost, angle}, cost + remaining(vertex, touch));
  }
}

double DiscContacts::remaining(VertexId vertex, const Point& touch) const {
  const double straight = query_.goals->least_distance(touch);
  if (!query_.remaining) return straight;
  return std::max(straight,
                  query_.remaining->from_contact(vertex, query_.r, corners_.apart(vertex)));
}

// Whether p lies outside the triangle across this edge; false where rounding decides.
bool DiscContacts::is_outside(HalfEdgeId edge, const Point& p) const {
  const Point a = mesh_.point(mesh_.origin(edge));
  const Vector along = mesh_.point(mesh_.target(edge)) - a;
  const double c = rounded_side(along, p - a);
  return c < 0 && c < -tolerance::product_filter * query_.r * length(along);
}

}  // namespace clearway
