#include "reach.hpp"

#include <algorithm>

namespace clearway {

namespace {

// Cuts the range of t to where a linear function, from `a` at 0 to `b` at 1, is not positive.
void cut(double a, double b, double& low, double& high) {
  if (a <= 0 && b <= 0) return;
  if (a > 0 && b > 0) {
    high = low - 1;
    return;
  }
  const double t = a / (a - b);
  if (a > 0)
    low = std::max(low, t);
  else
    high = std::min(high, t);
}

}  // namespace

BeamReach reach_of(const BeamRay& left, const BeamRay& right, const BeamSource& source,
                   const RouteEnd::Part& part, double weight, double scale) {
  const Vector along = part.b - part.a;
  const auto at = [&](double t) {
    return t >= 1 ? part.b : Point{part.a.x + t * along.x, part.a.y + t * along.y};
  };
  const auto through = [&](const Point& p) -> BeamReach {
    const Point q = part.nearest(p);
    return {q, source.cost_at(p, weight) + weight * distance(p, q)};
  };
  const auto directly = [&](const Point& p) -> BeamReach { return {p, source.cost_at(p, weight)}; };
  // Positive where it is outside.
  const auto off = [&](const BeamRay& ray, double sign, const Point& p) {
    return ray.touches(p, source.is_plane, scale) ? 0.0 : sign * ray.rounded_side(p);
  };
  const double left_a = off(left, 1, part.a), left_b = off(left, 1, part.b),
               right_a = off(right, -1, part.a), right_b = off(right, -1, part.b);
  double low = 0.0, high = 1.0;
  cut(left_a, left_b, low, high);
  if (low > high) return through(left.from);
  cut(right_a, right_b, low, high);
  if (low > high) return through(right.from);
  if (!source.is_plane) {
    const Point nearest = part.nearest(source.at);
    if (part.is_point()) return directly(part.a);
    const double t = distance(part.a, nearest) / distance(part.a, part.b);
    return directly(at(std::clamp(t, low, high)));
  }
  const BeamReach first = directly(at(low)), last = directly(at(high));
  return first.cost <= last.cost ? first : last;
}

}  // namespace clearway
