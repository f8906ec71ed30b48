// Linear lower bounds on the cost of reaching the points of an interval, and their spread through a
// triangle.
//
// Let f be linear on the source interval and not above the least cost of reaching its points. What
// is beyond costs at least g(y) = min over x of f(x) + w |x - y|, where w is the factor of the
// triangle. The minimum obeys Snell's law: the angle of the line xy is that at which f falls as
// fast as w |x - y| grows. g is convex, so its tangent at any point is a linear lower bound on the
// target interval, and wrong by the square of its length only.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/geometry/point.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

// By the values at the two ends of an interval.
struct LinearBound {
  double from = 0.0, to = 0.0;
  double least() const { return std::min(from, to); }
};

// An interval from p to q, which may be one point.
struct EdgePart {
  Point p, q;
  Vector along{0, 0};  // unit, or zero for a point
  double length = 0.0;

  EdgePart(const Point& from, const Point& to) : p(from), q(to), length(distance(from, to)) {
    if (length > 0) along = {(to.x - from.x) / length, (to.y - from.y) / length};
  }
  Point at(double s) const {
    return s >= length ? q : s <= 0 ? p : Point{p.x + s * along.x, p.y + s * along.y};
  }
  Point middle() const { return {0.5 * (p.x + q.x), 0.5 * (p.y + q.y)}; }
};

// The bound of what lies beyond a source interval.
class Spread {
 public:
  Spread(const EdgePart& source, const LinearBound& bound, double weight)
      : source_(source), bound_(bound), weight_(weight) {
    slope_ = source.length > 0 ? (bound.to - bound.from) / source.length : 0.0;
    const double sine = slope_ / weight;
    tangent_ = std::abs(sine) < 1 ? sine / std::sqrt((1 - sine) * (1 + sine)) : 0.0;
  }

  struct Value {
    double cost;
    double at;     // where the source is left, as a distance from its start
    double range;  // from there to y
  };
  Value at(const Point& y) const {
    const Vector to = y - source_.p;
    const double ahead = dot(to, source_.along), off = std::abs(cross(source_.along, to));
    double s = slope_ >= weight_    ? 0.0
               : slope_ <= -weight_ ? source_.length
                                    : ahead - off * tangent_;
    s = std::clamp(s, 0.0, source_.length);
    const double range =
        source_.length > 0 ? std::sqrt((ahead - s) * (ahead - s) + off * off) : length(to);
    return {bound_.from + slope_ * s + weight_ * range, s, range};
  }

  // The derivative of the bound at y in the direction of the unit vector u. If y is the point where
  // the source is left: the derivative on the side of u, which is that of a line from there.
  double derivative(const Point& y, const Value& value, const Vector& u) const {
    if (is_inside(value)) {
      // By the angle, which does not depend on the range: y may be within rounding of the source.
      const double sine = slope_ / weight_, across = std::sqrt((1 - sine) * (1 + sine));
      const double side = rounded_side(source_.along, y - source_.p) < 0 ? -1.0 : 1.0;
      return slope_ * dot(u, source_.along) + weight_ * across * side * cross(source_.along, u);
    }
    if (value.range > 0) return weight_ * dot(y - source_.at(value.at), u) / value.range;
    if (!(source_.length > 0)) return weight_;
    const double ahead = dot(u, source_.along);
    const double off = std::abs(cross(source_.along, u));
    double s = slope_ >= weight_ || slope_ <= -weight_ ? 0.0 : ahead - off * tangent_;
    // Only directions into the source are possible from its ends.
    if (value.at <= 0) s = std::max(s, 0.0);
    if (value.at >= source_.length) s = std::min(s, 0.0);
    return slope_ * s + weight_ * std::sqrt((ahead - s) * (ahead - s) + off * off);
  }

  // A tangent of the bound on the target: at its middle, unless that falls below the least bound of
  // the source; then at the end where the bound is least. So bounds never fall along a route, and
  // the search cannot go round in circles at falling cost.
  LinearBound on(const EdgePart& target) const {
    const double floor = bound_.least();
    const Point middle = target.middle();
    const Value value = at(middle);
    if (is_unclear(value)) return {floor, floor};
    const double half = 0.5 * target.length * derivative(middle, value, target.along);
    const LinearBound tangent{value.cost - half, value.cost + half};
    if (tangent.least() >= floor) return tangent;
    const Value low = at(target.p);
    if (is_unclear(low)) return {floor, floor};
    const double up = derivative(target.p, low, target.along);
    if (up >= 0) return {low.cost, low.cost + up * target.length};
    const Value high = at(target.q);
    if (is_unclear(high)) return {floor, floor};
    const double down = derivative(target.q, high, {-target.along.x, -target.along.y});
    if (down >= 0) return {high.cost + down * target.length, high.cost};
    return {floor, floor};
  }

  // Whether the source is left between its ends.
  bool is_inside(const Value& value) const {
    return value.at > 0 && value.at < source_.length && std::abs(slope_) < weight_;
  }
  // Whether the direction from an end of the source is lost in the rounding of coordinates.
  bool is_unclear(const Value& value) const {
    return !is_inside(value) && value.range > 0 &&
           value.range <
               tolerance::unclear_range * std::max(std::abs(source_.p.x), std::abs(source_.p.y));
  }

  // The bound along the line of the source itself. `from` and `to`: the ends of the target, as
  // distances from the start of the source; it is the source or beside it.
  LinearBound along(double from, double to) const {
    const double length = source_.length;
    const double low = std::min(bound_.from, bound_.to + weight_ * length),
                 high = std::min(bound_.to, bound_.from + weight_ * length);
    if (from >= length) return {high + weight_ * (from - length), high + weight_ * (to - length)};
    if (to <= 0) return {low - weight_ * from, low - weight_ * to};
    return {low, high};
  }

 private:
  const EdgePart& source_;
  LinearBound bound_;
  double weight_, slope_, tangent_;
};

}  // namespace clearway
