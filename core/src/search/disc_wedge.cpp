#include "disc_wedge.hpp"

#include "clearway/geometry/predicates.hpp"

namespace clearway {

DiscGap::DiscGap(const Point& from, const Point& to, double radius) {
  const Vector door = to - from;
  const double wide = length(door), part = radius / wide;
  inset = {part * door.x, part * door.y};
  is_open = wide >= 2 * radius * (1 + 0x1p-40) || compare_distance(from, to, 2 * radius) >= 0;
}

// Lines on the one side of a point are one interval of directions, from the line that has
// it behind the root to the line that has it ahead.
bool DiscWedge::clip(const Circle& root, const Point& inner, int side, double radius,
                     double slack) {
  Vector* const bounds[] = {&low, &high};                      // no branch: sides come at random
  Vector &far = *bounds[side > 0], &near = *bounds[side < 0];  // far: where the point is ahead
  const double far_in = side * root.left(far, inner), near_in = side * root.left(near, inner);
  if (std::min(far_in, near_in) >= 0) return true;
  const Tangent t = tangent(root, {inner, 0.0});
  // A point inside the circle lies on the circle's side of every line.
  if (!t.exists) return side * root.rho > 0;
  // The point is rounded. The nearer it is to where the line leaves, the more that turns the line:
  // lines that rounding alone would leave out stay in.
  const bool is_short = t.length < radius;
  const double off = is_short ? slack / std::max(t.length / radius, std::sqrt(slack)) : slack;
  const auto turned_out = [&](const Vector& u, int way) {
    const double k = is_short ? way * off : 0.0, per = 1 - 0.5 * k * k;
    return Vector{per * (u.x - k * u.y), per * (u.y + k * u.x)};
  };
  if (far_in < 0) {
    if (!is_between(low, high, t.direction, off)) return false;
    const Vector u = turned_out(t.direction, side);
    if (is_short && side * cross(u, far) < 0) return true;
    far = side * cross(near, u) > 0 ? u : near;
  } else {
    const Vector v = inner - root.center;
    const double back = 2 * t.length / dot(v, v);
    const Vector behind =
        turned_out({t.direction.x - back * v.x, t.direction.y - back * v.y}, -side);
    if (is_between(low, high, behind, off) && !(is_short && side * cross(near, behind) < 0))
      near = side * cross(behind, far) > 0 ? behind : far;
  }
  return true;
}

bool DiscWedge::pass(const Circle& root, const Point& right, const Point& left, double radius,
                     double slack) {
  // Most sides are missed altogether. While a point is ahead it falls to the right as the
  // direction turns left.
  const Vector to_left = left - root.center, to_right = right - root.center;
  const auto margin = [&](const Vector& v) { return slack * (std::abs(v.x) + std::abs(v.y)); };
  const double left_of_low = root.left(low, left), right_of_high = root.left(high, right);
  if (left_of_low < -margin(to_left) && dot(low, to_left) > 0 && dot(high, to_left) > 0)
    return false;
  if (right_of_high > margin(to_right) && dot(low, to_right) > 0 && dot(high, to_right) > 0)
    return false;
  // Many are passed by the whole wedge: what keeps the radius from the line keeps it along
  // the side.
  const double keep = radius * (1 + 0x1p-40);
  if (left_of_low >= keep && root.left(high, left) >= keep && right_of_high <= -keep &&
      root.left(low, right) <= -keep)
    return true;
  const DiscGap gap(right, left, radius);
  return gap.is_open &&
         clip(root, {left.x - gap.inset.x, left.y - gap.inset.y}, +1, radius, slack) &&
         clip(root, {right.x + gap.inset.x, right.y + gap.inset.y}, -1, radius, slack);
}

}  // namespace clearway
