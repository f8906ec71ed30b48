#include "query/offset_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

struct Vector {
  double x, y;
};
Vector operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
Point operator+(const Point& p, const Vector& v) { return {p.x + v.x, p.y + v.y}; }
Vector operator*(double s, const Vector& v) { return {s * v.x, s * v.y}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y; }
double cross(const Vector& a, const Vector& b) { return a.x * b.y - a.y * b.x; }
double norm(const Vector& a) { return std::sqrt(dot(a, a)); }
Vector unit(const Vector& a) {
  const double n = norm(a);
  return n > 0 ? (1 / n) * a : Vector{0, 0};
}
Vector left_of(const Vector& a) { return {-a.y, a.x}; }

double largest(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

Vector away_from(const OffsetCurve& c, const Point& q) {
  return unit(c.is_circle() ? q - c.a : left_of(c.b - c.a));
}

Candidate candidate(Point q, double r, const OffsetCurve& c, const OffsetCurve& d) {
  q = in_domain(q);
  const Vector u = away_from(c, q), w = away_from(d, q);
  // Between obstacles that face each other a step gains little, so it is made longer.
  const Vector sum{u.x + w.x, u.y + w.y};
  const Vector away = 2 / std::max(norm(sum), tolerance::least_direction_sum) * unit(sum);
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
    const Vector u = unit(c.b - c.a), w = unit(d.b - d.a);
    const Point from = c.a + r_ * left_of(u);
    const Point to = d.a + r_ * left_of(w);
    // Not finite: the lines are parallel.
    if (const double s = cross(to - from, w) / cross(u, w); std::isfinite(s)) add(from + s * u);
  }

  void line_circle(const OffsetCurve& line, const OffsetCurve& circle) {
    const Vector u = unit(line.b - line.a);
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
    const double n = norm(rel) / 2;
    if (n == 0 || n > r_ * touch) return;
    const Vector u = unit(rel);
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
