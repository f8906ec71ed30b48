#include "query/offset_path.hpp"

#include <numbers>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

constexpr double pi = std::numbers::pi;

}  // namespace

OffsetPath::OffsetPath(const OffsetCurve& curve, double r, const Point& p) : curve_(curve), r_(r) {
  if (curve.is_circle()) {
    u_ = p == curve.a ? Vector{1, 0} : unit(p - curve.a);
    bearing_ = std::atan2(u_.y, u_.x);
  } else {
    length_ = distance(curve.a, curve.b);
    u_ = unit(curve.b - curve.a);
    foot_ = dot(p - curve.a, u_);
  }
}

OffsetRange OffsetPath::whole() const {
  if (curve_.is_circle()) return {{-pi * r_}, {pi * r_}};
  return {{0.0}, {length_}};
}

double OffsetPath::nearest(double low, double high) const {
  return low < high ? std::clamp(foot_, low, high) : low;
}

Point OffsetPath::at(double s) const {
  if (curve_.is_circle()) {
    const Vector u = s == 0 ? u_ : turn(u_, s / r_);
    return {curve_.a.x + r_ * u.x, curve_.a.y + r_ * u.y};
  }
  const Vector n = left_of(u_);
  return {curve_.a.x + s * u_.x + r_ * n.x, curve_.a.y + s * u_.y + r_ * n.y};
}

void OffsetPath::cross_circle(const Point& g, double reach, bool is_curve, Crossings& out) const {
  const auto add = [&](double at) {
    if (is_curve)
      out.add(at, {g, g});
    else
      out.add(at);
  };
  if (curve_.is_circle()) {
    const Vector to = g - curve_.a;
    const double away = length(to);
    const double cosine = (away * away + r_ * r_ - reach * reach) / (2 * away * r_);
    if (!(cosine > -1)) return;
    const double middle = std::atan2(to.y, to.x) - bearing_,
                 half = std::acos(std::min(1.0, cosine));
    add(r_ * (middle - half));
    add(r_ * (middle + half));
    return;
  }
  const Vector to = g - curve_.a;
  const double middle = dot(to, u_), height = cross(u_, to) - r_;
  const double half = std::sqrt(std::max(0.0, (reach - height) * (reach + height)));
  add(middle - half);
  add(middle + half);
}

void OffsetPath::cross_line(const Point& c, const Vector& w, double off, const OffsetCurve* curve,
                            Crossings& out) const {
  const auto add = [&](double at) {
    if (curve)
      out.add(at, *curve);
    else
      out.add(at);
  };
  if (curve_.is_circle()) {
    const double sine = (off - cross(w, curve_.a - c)) / r_;
    if (std::abs(sine) > 1 + tolerance::radius) return;
    const double along = std::atan2(w.y, w.x) - bearing_,
                 angle = std::asin(std::clamp(sine, -1.0, 1.0));
    add(r_ * (along + angle));
    add(r_ * (along + pi - angle));
    return;
  }
  const double slope = cross(w, u_);
  const Point start = at(0.0);
  if (const double s = (off - cross(w, start - c)) / slope; std::isfinite(s)) add(s);
}

void OffsetPath::cross_strip(const Point& c, const Point& d, Crossings& out) const {
  const Vector w = unit(d - c);
  const OffsetCurve left{c, d}, right{d, c};
  cross_line(c, w, r_, &left, out);
  cross_line(c, w, -r_, &right, out);
  const Vector across{w.y, -w.x};  // what lies left of it lies ahead along w
  cross_line(c, across, 0.0, nullptr, out);
  cross_line(d, across, 0.0, nullptr, out);
}

OffsetRange OffsetPath::around_disc(double s, const Point& g, double reach, bool is_curve,
                                    double least) const {
  Crossings crossings;
  cross_circle(g, reach, is_curve, crossings);
  return around(s, crossings, least);
}

OffsetRange OffsetPath::around_strip(double s, const Point& c, const Point& d, double least) const {
  Crossings crossings;
  cross_strip(c, d, crossings);
  return around(s, crossings, least);
}

OffsetRange OffsetPath::around_triangle(double s, const std::array<Point, 3>& corners,
                                        double least) const {
  Crossings crossings;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point& a = corners[i];
    cross_line(a, unit(corners[(i + 1) % 3] - a), 0.0, nullptr, crossings);
  }
  return around(s, crossings, least);
}

// The range between the nearest crossings on both sides. A crossing so near that rounding decides
// its side counts for both.
OffsetRange OffsetPath::around(double s, const Crossings& crossings, double least) const {
  const double turn = curve_.is_circle() ? 2 * pi * r_ : infinity,
               near = tolerance::curve_crossing * r_;
  double back = infinity, ahead = infinity;
  OffsetRange out{{-infinity}, {infinity}};
  const auto take = [&](double& best, OffsetRange::End& end, double away, std::size_t i) {
    if (away >= best) return;
    best = away;
    end = crossings.ends[i];
  };
  for (std::size_t i = 0; i < crossings.count; ++i) {
    double away = crossings.ends[i].at - s;
    if (turn < infinity) away = std::remainder(away, turn);
    if (std::abs(away) <= near) {
      take(back, out.low, std::abs(away), i);
      take(ahead, out.high, std::abs(away), i);
      continue;
    }
    take(ahead, out.high, away > 0 ? away : away + turn, i);
    take(back, out.low, away < 0 ? -away : turn - away, i);
  }
  if (back < least) back = least, out.low.meets = false;
  if (ahead < least) ahead = least, out.high.meets = false;
  out.low.at = s - back;
  out.high.at = s + ahead;
  return out;
}

}  // namespace clearway
