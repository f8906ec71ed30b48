#include "wedge.hpp"

#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

DiscGap::DiscGap(const Point& from, const Point& to, double radius) {
  const Vector portal = to - from;
  const double wide = length(portal), part = radius / wide;
  inset = {part * portal.x, part * portal.y};
  is_open =
      wide >= 2 * radius * (1 + tolerance::radius) || compare_distance(from, to, 2 * radius) >= 0;
}

// The lines that have a point on one side form one interval of directions: from the line that has
// the point behind the root to the one that has it ahead.
bool DiscWedge::clip(const Circle& root, const Point& inner, int side, double radius,
                     double slack) {
  Vector* const bounds[] = {&low, &high};                      // no branch: sides are unpredictable
  Vector &far = *bounds[side > 0], &near = *bounds[side < 0];  // far: where the point is ahead
  const double far_in = side * root.left(far, inner), near_in = side * root.left(near, inner);
  if (std::min(far_in, near_in) >= 0) return true;
  const Tangent t = tangent(root, {inner, 0.0});
  // A point inside the circle lies on the circle's side of every line.
  if (!t.exists) return side * root.rho > 0;
  const bool is_far = far_in < 0;
  Vector u = t.direction;
  if (!is_far) {
    const Vector v = inner - root.center;
    const double back = 2 * t.length / dot(v, v);
    u = {u.x - back * v.x, u.y - back * v.y};
  }
  // The point is rounded. The nearer it is to where the line leaves, the more this turns the line.
  // Lines that only rounding would exclude are kept.
  const bool is_short = t.length < radius;
  if (is_short) slack /= std::max(t.length / radius, std::sqrt(slack));
  if (!is_between(low, high, u, slack)) return !is_far;
  if (is_short) {
    const double out = (is_far ? side : -side) * slack, per = 1 - 0.5 * out * out;
    u = {per * (u.x - out * u.y), per * (u.y + out * u.x)};
    if (side * (is_far ? rounded_side(u, far) : rounded_side(near, u)) < 0) return true;
  }
  if (is_far)
    far = side * rounded_side(near, u) > 0 ? u : near;
  else
    near = side * rounded_side(u, far) > 0 ? u : far;
  return true;
}

bool DiscWedge::pass(const Circle& root, const Point& right, const Point& left, double radius,
                     double slack) {
  // Most portals are missed by all lines. While a point is ahead, it moves to the right of the line
  // as the direction turns left.
  const Vector to_left = left - root.center, to_right = right - root.center;
  const auto margin = [&](const Vector& v) { return slack * (std::abs(v.x) + std::abs(v.y)); };
  const double left_of_low = root.left(low, left), right_of_high = root.left(high, right);
  if (left_of_low < -margin(to_left) && rounded_ahead(low, to_left) > 0 &&
      rounded_ahead(high, to_left) > 0)
    return false;
  if (right_of_high > margin(to_right) && rounded_ahead(low, to_right) > 0 &&
      rounded_ahead(high, to_right) > 0)
    return false;
  // Many are passed by the whole wedge: a point that keeps the radius from the line keeps it along
  // the portal.
  const double keep = radius * (1 + tolerance::radius);
  if (left_of_low >= keep && root.left(high, left) >= keep && right_of_high <= -keep &&
      root.left(low, right) <= -keep)
    return true;
  const DiscGap gap(right, left, radius);
  return gap.is_open &&
         clip(root, {left.x - gap.inset.x, left.y - gap.inset.y}, +1, radius, slack) &&
         clip(root, {right.x + gap.inset.x, right.y + gap.inset.y}, -1, radius, slack);
}

}  // namespace clearway
