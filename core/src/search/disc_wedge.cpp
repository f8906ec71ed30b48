#include "disc_wedge.hpp"

#include "clearway/geometry/predicates.hpp"

namespace clearway {

// Lines on the one side of a point are one interval of directions, from the line that has
// it behind the root to the line that has it ahead.
bool DiscWedge::clip(const Circle& root, const Point& inner, int side, double slack) {
  Vector& far = side > 0 ? high : low;  // where the point is ahead
  Vector& near = side > 0 ? low : high;
  const bool far_is_in = side * root.left(far, inner) >= 0,
             near_is_in = side * root.left(near, inner) >= 0;
  if (far_is_in && near_is_in) return true;
  const Tangent t = tangent(root, {inner, 0.0});
  // A point inside the circle lies on the circle's side of every line.
  if (!t.exists) return side * root.rho > 0;
  const auto put = [&](Vector& bound, const Vector& other, const Vector& u) {
    const double order = &bound == &high ? cross(other, u) : cross(u, other);
    bound = order > 0 ? u : other;
  };
  if (!far_is_in) {
    if (!is_between(low, high, t.direction, slack)) return false;
    put(far, near, t.direction);
  } else {
    const Vector v = inner - root.center;
    const double back = 2 * t.length / dot(v, v);
    const Vector behind{t.direction.x - back * v.x, t.direction.y - back * v.y};
    if (is_between(low, high, behind, slack)) put(near, far, behind);
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
  return pass(root, right, left, false, false, radius, slack);
}

bool DiscWedge::pass(const Circle& root, const Point& right, const Point& left,
                     bool is_right_clear, bool is_left_clear, double radius, double slack) {
  const Vector door = left - right;
  const double wide = length(door);
  if (wide < 2 * radius * (1 + 0x1p-40) && compare_distance(right, left, 2 * radius) < 0)
    return false;
  const double kx = radius / wide * door.x, ky = radius / wide * door.y;
  return (is_left_clear || clip(root, {left.x - kx, left.y - ky}, +1, slack)) &&
         (is_right_clear || clip(root, {right.x + kx, right.y + ky}, -1, slack));
}

}  // namespace clearway
