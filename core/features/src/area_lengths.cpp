#include "clearway/features/area_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "clearway/base/interrupt.hpp"
#include "geometry/arc.hpp"
#include "geometry/box.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

namespace {

// How far beside a path its two sides are looked at, in units of what touches.
constexpr double sides = 4;

// How near to it what lies in the box touches a boundary.
double touch_of(const Box& box) {
  return tolerance::verifier_touch * std::max({std::abs(box.low.x), std::abs(box.low.y),
                                               std::abs(box.high.x), std::abs(box.high.y)});
}

// One segment of a path by a parameter from 0 to 1.
class Piece {
 public:
  explicit Piece(const Segment& s)
      : s_(s), box_(clearway::box_of(s.start, s.end)), sweep_(s.turn == 0 ? 0.0 : sweep_of(s)) {
    if (s.turn == 0) return;
    box_.add({s.center.x - s.radius, s.center.y - s.radius});
    box_.add({s.center.x + s.radius, s.center.y + s.radius});
  }

  const Box& box() const { return box_; }
  double length() const { return s_.turn == 0 ? distance(s_.start, s_.end) : s_.radius * sweep_; }
  double touch() const { return touch_of(box_); }

  Point at(double t) const {
    if (s_.turn == 0)
      return {s_.start.x + t * (s_.end.x - s_.start.x), s_.start.y + t * (s_.end.y - s_.start.y)};
    const double angle =
        std::atan2(s_.start.y - s_.center.y, s_.start.x - s_.center.x) + s_.turn * t * sweep_;
    return {s_.center.x + s_.radius * std::cos(angle), s_.center.y + s_.radius * std::sin(angle)};
  }

  // The point this far to the left.
  Point beside(double t, double off) const {
    const Point p = at(t);
    const Vector ahead =
        s_.turn == 0 ? s_.end - s_.start
                     : Vector{-s_.turn * (p.y - s_.center.y), s_.turn * (p.x - s_.center.x)};
    const Vector u = unit(ahead);
    return {p.x - off * u.y, p.y + off * u.x};
  }

  // Adds the parameters at which it may cross ab. Too many do no harm.
  void cut(const Point& a, const Point& b, std::vector<double>& cuts) const {
    if (s_.turn == 0)
      cut_line(a, b, cuts);
    else
      cut_arc(a, b, cuts);
  }

 private:
  void cut_line(const Point& a, const Point& b, std::vector<double>& cuts) const {
    const Vector line = s_.end - s_.start, edge = b - a, to_edge = a - s_.start;
    // Where ab is nearly parallel, its ends are the cuts.
    const double squared = dot(line, line);
    for (const Point& p : {a, b})
      if (s_.start != s_.end && distance(p, s_.start, s_.end) <= touch())
        cuts.push_back(rounded_ahead(p - s_.start, line) / squared);
    const double across = rounded_side(line, edge);
    if (across == 0) return;
    const double on_edge = rounded_side(to_edge, line) / across;
    if (on_edge >= 0 && on_edge <= 1) cuts.push_back(rounded_side(to_edge, edge) / across);
  }

  void cut_arc(const Point& a, const Point& b, std::vector<double>& cuts) const {
    const Vector edge = b - a, to_center = s_.center - a, arrival = s_.start - s_.center;
    const double length = std::sqrt(dot(edge, edge));
    if (length == 0 || sweep_ == 0) return;
    const double ahead = rounded_ahead(to_center, edge) / length,
                 off = rounded_side(to_center, edge) / length;
    if (std::abs(off) > s_.radius) return;
    const double half = std::sqrt((s_.radius - off) * (s_.radius + off));
    for (const double d : {ahead - half, ahead + half}) {
      if (d < 0 || d > length) continue;
      const Point on{a.x + d / length * edge.x, a.y + d / length * edge.y};
      const Vector out = on - s_.center;
      double angle = s_.turn * std::atan2(rounded_side(arrival, out), rounded_ahead(arrival, out));
      if (angle < 0) angle += 2 * std::numbers::pi;
      cuts.push_back(angle / sweep_);
    }
  }

  const Segment& s_;
  Box box_;
  double sweep_;
};

}  // namespace

double factor_of(const AreaFactors& factors, const std::vector<std::string>& names) {
  double out = 1.0;
  for (const std::string& name : names)
    if (const auto found = factors.find(name); found != factors.end()) out *= found->second;
  return out;
}

namespace {

// `only_weighted`: areas without a factor are left out.
std::vector<AreaShare> shares_of(const Features& features, std::span<const Segment> path,
                                 const AreaFactors& factors, bool only_weighted) {
  struct Shape {
    const std::string* name;
    Box box;
    std::vector<InputChain> chains;
  };
  Box all = path.empty() ? Box{} : Piece(path.front()).box();
  for (const Segment& s : path) {
    const Piece piece(s);
    all.add(piece.box().low);
    all.add(piece.box().high);
  }
  std::vector<Shape> shapes;  // those near the path
  for (const auto& [handle, area] : features.areas) {
    if (only_weighted && !factors.contains(area.feature.name)) continue;
    Box box = box_of(area.shape.points.front(), area.shape.points.front());
    for (const Point& p : area.shape.points) box.add(p);
    if (all.distance(box) > sides * touch_of(all)) continue;
    shapes.push_back({&area.feature.name, box, input_chains(area.shape)});
  }
  const auto names_at = [&](const Point& p, double touch) {
    std::vector<std::string> names;
    for (const Shape& shape : shapes)
      if (shape.box.distance(box_of(p, p)) <= touch && is_blocked(shape.chains, p, touch))
        names.push_back(*shape.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  };
  std::map<std::vector<std::string>, double> shares;
  for (const Segment& s : path) {
    if (s.is_link()) continue;
    const Piece piece(s);
    std::vector<double> cuts{0.0, 1.0};
    const double touch = piece.touch();
    for (const Shape& shape : shapes)
      for (const InputChain& chain : shape.chains) {
        if (piece.box().distance(chain.box) > touch || chain.points.size() < 2) continue;
        chain.any_near(piece.box(), touch, [&](std::size_t i) {
          piece.cut(chain.start(i), chain.end(i), cuts);
          return false;
        });
      }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      check_interrupt();
      const double from = std::clamp(cuts[i - 1], 0.0, 1.0), to = std::clamp(cuts[i], 0.0, 1.0);
      if (from >= to) continue;
      const double at = 0.5 * (from + to);
      std::vector<std::string> names;
      if (factors.empty()) {
        names = names_at(piece.at(at), touch);
      } else {
        names = names_at(piece.beside(at, sides * touch), touch);
        auto right = names_at(piece.beside(at, -sides * touch), touch);
        if (factor_of(factors, right) < factor_of(factors, names)) names = std::move(right);
      }
      shares[names] += (to - from) * piece.length();
    }
  }
  std::vector<AreaShare> out;
  for (auto& [names, length] : shares) out.push_back({names, length});
  return out;
}

}  // namespace

std::vector<AreaShare> area_lengths(const Features& features, std::span<const Segment> path,
                                    const AreaFactors& factors) {
  return shares_of(features, path, factors, false);
}

double area_cost(const Features& features, std::span<const Segment> path,
                 const AreaFactors& factors) {
  double out = 0.0;
  for (const AreaShare& share : shares_of(features, path, factors, true))
    out += share.length * factor_of(factors, share.names);
  return out;
}

}  // namespace clearway
