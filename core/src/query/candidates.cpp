#include "candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "features.hpp"

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

class Generator {
 public:
  Generator(double r, const Point& p) : r_(r), p_(p) {}
  std::vector<Candidate> out;

  void single(const OffsetCurve& c, const Point& toward) {
    if (!c.is_circle()) {
      const Vector u = unit(c.b - c.a);
      const double t = dot(p_ - c.a, u);
      if (t >= 0 && t <= norm(c.b - c.a)) emit(c.a + t * u + r_ * left_of(u), c, c);
    } else if (p_ != c.a) {
      emit(c.a + r_ * unit(p_ - c.a), c, c);
    } else {
      if (toward != c.a) emit(c.a + r_ * unit(toward - c.a), c, c);
      for (const Vector& v : {Vector{1, 0}, Vector{0, 1}, Vector{-1, 0}, Vector{0, -1}})
        emit(c.a + r_ * v, c, c);
    }
  }

  void pair(const OffsetCurve& c, const OffsetCurve& d) {
    if (c.is_circle() && d.is_circle())
      circles(c, d);
    else if (c.is_circle())
      line_circle(d, c);
    else if (d.is_circle())
      line_circle(c, d);
    else
      lines(c, d);
  }

 private:
  void lines(const OffsetCurve& c, const OffsetCurve& d) {
    const Vector u = unit(c.b - c.a), w = unit(d.b - d.a);
    const double sine = cross(u, w);
    if (sine == 0) return;
    const Point from = c.a + r_ * left_of(u);
    const Point to = d.a + r_ * left_of(w);
    emit(from + cross(to - from, w) / sine * u, c, d);
  }

  void line_circle(const OffsetCurve& line, const OffsetCurve& circle) {
    const Vector u = unit(line.b - line.a);
    const Vector rel = circle.a - line.a;
    const double t = dot(rel, u), height = r_ - cross(u, rel);
    if (std::abs(height) > r_ * touch) return;
    const double half = std::sqrt(std::max(0.0, (r_ - height) * (r_ + height)));
    const Point foot = line.a + r_ * left_of(u);
    emit(foot + (t - half) * u, line, circle);
    if (half > 0) emit(foot + (t + half) * u, line, circle);
  }

  void circles(const OffsetCurve& c, const OffsetCurve& d) {
    const Vector rel = d.a - c.a;
    const double n = norm(rel) / 2;
    if (n == 0 || n > r_ * touch) return;
    const Vector u = unit(rel);
    const double height = std::sqrt(std::max(0.0, (r_ - n) * (r_ + n)));
    emit(c.a + n * u + height * left_of(u), c, d);
    if (height > 0) emit(c.a + n * u + -height * left_of(u), c, d);
  }

  Vector away_from(const OffsetCurve& c, const Point& q) const {
    return unit(c.is_circle() ? q - c.a : left_of(c.b - c.a));
  }

  void emit(Point q, const OffsetCurve& c, const OffsetCurve& d) {
    q = in_domain(q);
    const Vector u = away_from(c, q), w = away_from(d, q);
    // Between obstacles that face one another a step gains little: it is made longer for that.
    const Vector sum{u.x + w.x, u.y + w.y};
    const Vector away = 2 / std::max(norm(sum), least_sum) * unit(sum);
    const double scale = std::max({largest(q), largest(c.a), largest(d.a), r_});
    out.push_back(
        {q, {away.x, away.y}, distance(p_, q), scale * std::numeric_limits<double>::epsilon()});
  }

  // Curves that touch may seem to miss by rounding. Too many candidates do no harm: each
  // is tested exactly before use.
  static constexpr double touch = 1 + 0x1p-20;
  static constexpr double least_sum = 0x1p-26;
  double r_;
  Point p_;
};

}  // namespace

std::vector<Candidate> candidates(std::span<const OffsetCurve> curves, double r, const Point& p,
                                  const Point& toward) {
  Generator generator(r, p);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    generator.single(curves[i], toward);
    for (std::size_t j = 0; j < i; ++j) generator.pair(curves[j], curves[i]);
  }
  std::sort(generator.out.begin(), generator.out.end(), [](const Candidate& a, const Candidate& b) {
    return a.distance < b.distance || (a.distance == b.distance && before(a.place, b.place));
  });
  return std::move(generator.out);
}

}  // namespace clearway
