#include "query/offset_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

Point operator+(const Point& p, const Vector& v) { return {p.x + v.x, p.y + v.y}; }
Vector operator*(double s, const Vector& v) { return {s * v.x, s * v.y}; }
// A unit vector, or no direction at all.
Vector unit_or_zero(const Vector& a) {
  const double n = length(a);
  return n > 0 ? (1 / n) * a : Vector{0, 0};
}

double largest(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

Vector away_from(const OffsetCurve& c, const Point& q) {
  return unit_or_zero(c.is_circle() ? q - c.a : left_of(c.b - c.a));
}

Candidate candidate(Point q, double r, const OffsetCurve& c, const OffsetCurve& d) {
  q = in_domain(q);
  const Vector u = away_from(c, q), w = away_from(d, q);
  // Between obstacles that face each other a step gains little, so it is made longer.
  const Vector sum{u.x + w.x, u.y + w.y};
  const Vector away = 2 / std::max(length(sum), tolerance::least_direction_sum) * unit_or_zero(sum);
  const double scale = std::max({largest(q), largest(c.a), largest(d.a), r});
  return {q, {away.x, away.y}, scale * std::numeric_limits<double>::epsilon()};
}

class Intersection {
 public:
  Intersection(double r, const OffsetCurve& c, const OffsetCurve& d, const Point& near)
      : r_(r), c_(c), d_(d), near_(near) {}

  std::optional<Candidate> find() {
    if (c_.is_circle() && d_.is_circle())
      circles(c_, d_);
    else if (c_.is_circle())
      line_circle(d_, c_);
    else if (d_.is_circle())
      line_circle(c_, d_);
    else
      lines(c_, d_);
    return best_;
  }

 private:
  void lines(const OffsetCurve& c, const OffsetCurve& d) {
    const Vector u = unit_or_zero(c.b - c.a), w = unit_or_zero(d.b - d.a);
    const Point from = c.a + r_ * left_of(u);
    const Point to = d.a + r_ * left_of(w);
    // Not finite: the lines are parallel.
    if (const double s = cross(to - from, w) / cross(u, w); std::isfinite(s)) add(from + s * u);
  }

  void line_circle(const OffsetCurve& line, const OffsetCurve& circle) {
    const Vector u = unit_or_zero(line.b - line.a);
    const Vector rel = circle.a - line.a;
    const double t = dot(rel, u), height = r_ - cross(u, rel);
    if (std::abs(height) > r_ * touch) return;
    const double half = std::sqrt(std::max(0.0, (r_ - height) * (r_ + height)));
    const Point foot = line.a + r_ * left_of(u);
    add(foot + (t - half) * u);
    if (half > 0) add(foot + (t + half) * u);
  }

  void circles(const OffsetCurve& c, const OffsetCurve& d) {
    const Vector rel = d.a - c.a;
    const double n = length(rel) / 2;
    if (n == 0 || n > r_ * touch) return;
    const Vector u = unit_or_zero(rel);
    const double height = std::sqrt(std::max(0.0, (r_ - n) * (r_ + n)));
    add(c.a + n * u + height * left_of(u));
    if (height > 0) add(c.a + n * u + -height * left_of(u));
  }

  void add(const Point& q) {
    if (const double away = distance(q, near_); !best_ || away < least_) {
      best_ = candidate(q, r_, c_, d_);
      least_ = away;
    }
  }

  // By rounding, curves that touch may seem to miss each other. An extra candidate does no harm:
  // each is tested exactly before use.
  static constexpr double touch = 1 + tolerance::curve_touch;
  const double r_;
  const OffsetCurve &c_, &d_;
  const Point near_;
  std::optional<Candidate> best_;
  double least_ = 0.0;
};

}  // namespace

Candidate candidate_on(const OffsetCurve& curve, double r, const Point& q) {
  return candidate(q, r, curve, curve);
}

std::optional<Candidate> intersection(const OffsetCurve& c, const OffsetCurve& d, double r,
                                      const Point& near) {
  return Intersection(r, c, d, near).find();
}

}  // namespace clearway
