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
  double touch() const {
    return tolerance::verifier_touch * std::max({std::abs(box_.low.x), std::abs(box_.low.y),
                                                 std::abs(box_.high.x), std::abs(box_.high.y)});
  }

  Point at(double t) const {
    if (s_.turn == 0)
      return {s_.start.x + t * (s_.end.x - s_.start.x), s_.start.y + t * (s_.end.y - s_.start.y)};
    const double angle =
        std::atan2(s_.start.y - s_.center.y, s_.start.x - s_.center.x) + s_.turn * t * sweep_;
    return {s_.center.x + s_.radius * std::cos(angle), s_.center.y + s_.radius * std::sin(angle)};
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

std::vector<AreaShare> area_lengths(const Features& features, std::span<const Segment> path) {
  std::map<std::string, std::vector<InputChain>> by_name;
  for (const auto& [handle, area] : features.areas) {
    std::vector<InputChain> chains = input_chains(area.shape);
    std::vector<InputChain>& all = by_name[area.feature.name];
    // The parts of all areas of a name are numbered together.
    const std::int64_t offset = all.empty() ? 0 : all.back().part;
    for (InputChain& chain : chains) {
      chain.part += offset;
      all.push_back(std::move(chain));
    }
  }
  std::map<std::vector<std::string>, double> shares;
  for (const Segment& s : path) {
    if (s.is_link()) continue;
    const Piece piece(s);
    std::vector<double> cuts{0.0, 1.0};
    const double touch = piece.touch();
    for (const auto& [name, chains] : by_name)
      for (const InputChain& chain : chains) {
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
      const Point middle = piece.at(0.5 * (from + to));
      std::vector<std::string> names;
      for (const auto& [name, chains] : by_name)
        if (is_blocked(chains, middle, touch)) names.push_back(name);
      shares[names] += (to - from) * piece.length();
    }
  }
  std::vector<AreaShare> out;
  for (auto& [names, length] : shares) out.push_back({names, length});
  return out;
}

}  // namespace clearway
