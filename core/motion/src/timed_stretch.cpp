#include "timed_stretch.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/arc.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// The x for which |origin + x direction| <= apart; every x, or none, if the direction is zero.
std::optional<TimeInterval> inside(const Point& origin, const Point& direction, double apart) {
  const double speed = std::hypot(direction.x, direction.y);
  if (speed == 0) {
    if (!(std::hypot(origin.x, origin.y) < apart)) return std::nullopt;
    return TimeInterval{-forever, forever};
  }
  const double ahead = -(origin.x * direction.x + origin.y * direction.y) / speed;
  const double off = (origin.x * direction.y - origin.y * direction.x) / speed;
  if (!(std::abs(off) < apart)) return std::nullopt;
  const double half = std::sqrt((apart - off) * (apart + off));
  return TimeInterval{(ahead - half) / speed, (ahead + half) / speed};
}

// The same, within [0, most].
std::optional<TimeInterval> inside(const Point& origin, const Point& direction, double apart,
                                   double most) {
  const std::optional<TimeInterval> all = inside(origin, direction, apart);
  if (!all || all->end < 0 || all->begin > most) return std::nullopt;
  return TimeInterval{std::max(all->begin, 0.0), std::min(all->end, most)};
}

Point moved(const Point& p, const Point& velocity, double time) {
  return {p.x + velocity.x * time, p.y + velocity.y * time};
}
Point minus(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }

}  // namespace

Box TimedStretch::box() const {
  const bool rests = velocity == Point{};
  return box_of(start, rests ? start : moved(start, velocity, end - begin));
}

std::vector<TimedStretch> stretches_of(std::span<const Motion> motions, double length) {
  std::vector<TimedStretch> out;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Motion& m = motions[i];
    const auto number = static_cast<Index>(i);
    if (m.is_wait()) {
      out.push_back({m.begin, m.end, m.segment.start, {}, 0.0, number});
      continue;
    }
    const bool is_arc = m.segment.turn != 0;
    const double parts =
        is_arc ? sweep_of(m.segment) / tolerance::chord_angle : length_of({&m.segment, 1}) / length;
    const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(parts)));
    const double took = m.end - m.begin;
    Point from = m.segment.start;
    double begin = m.begin;
    for (std::size_t k = 1; k <= count; ++k) {
      const double end = k == count ? m.end : m.begin + took * (double(k) / double(count));
      const Point to = k == count ? m.segment.end : position_at(m, end);
      const double lasts = end - begin;
      if (!(lasts > 0)) continue;
      const Point velocity{(to.x - from.x) / lasts, (to.y - from.y) / lasts};
      out.push_back({begin, end, from, velocity,
                     is_arc ? tolerance::chord_error * m.segment.radius : 0.0, number});
      from = to;
      begin = end;
    }
  }
  return out;
}

std::optional<TimeInterval> blocked_times(const TimedStretch& s, const Point& place, double apart) {
  const auto found = inside(minus(s.start, place), s.velocity, apart + s.slack, s.end - s.begin);
  if (!found) return std::nullopt;
  TimeInterval out{s.begin + found->begin, s.begin + found->end};
  // A disc that appears inside blocks that moment, too.
  const bool is_inside = std::hypot(s.start.x - place.x, s.start.y - place.y) < apart + s.slack;
  if (is_inside) out.begin = std::nextafter(out.begin, -forever);
  return out;
}

std::optional<TimeInterval> blocked_departures(const TimedStretch& own, const TimedStretch& other,
                                               double apart) {
  // The difference after the times s and u from the beginnings: gap + s v - u w, in the box of s in
  // [0, S] and u in [0, U]; the departure is other.begin + u - own.begin - s.
  const double reach = apart + own.slack + other.slack;
  const Point gap = minus(own.start, other.start), v = own.velocity, w = other.velocity;
  const double S = own.end - own.begin, U = other.end - other.begin;
  const double base = other.begin - own.begin;
  TimeInterval out{forever, -forever};
  const auto add = [&](double s, double u) {
    out.begin = std::min(out.begin, u - s);
    out.end = std::max(out.end, u - s);
  };
  if (w == Point{}) {
    const auto along = inside(gap, v, reach, S);
    if (!along) return std::nullopt;
    return TimeInterval{base - along->end, base + U - along->begin};
  }
  // The extremes are on the boundary of the box, ...
  for (const double s : {0.0, S}) {
    if (const auto along = inside(minus(moved(gap, v, s), {}), {-w.x, -w.y}, reach, U)) {
      add(s, along->begin);
      add(s, along->end);
    }
  }
  for (const double u : {0.0, U}) {
    if (const auto along = inside(moved(gap, {-w.x, -w.y}, u), v, reach, S)) {
      add(along->begin, u);
      add(along->end, u);
    }
  }
  // ... or where the line of one departure touches the ellipse of conflicts: the relative motion
  // v - w then passes at exactly this distance. Parallel motions have no such line: not finite.
  const auto lies_in = [](double x, double most) { return x >= 0 && x <= most; };
  const Point relative = minus(v, w);
  const double speed = std::hypot(relative.x, relative.y);
  const double now = gap.x * relative.y - gap.y * relative.x;
  for (const double side : {-1.0, 1.0}) {
    const double shift = (now + side * reach * speed) / (w.x * v.y - w.y * v.x);  // u - s
    const Point from = moved(gap, {-w.x, -w.y}, shift);
    const double own_time = -(from.x * relative.x + from.y * relative.y) / (speed * speed);
    if (lies_in(own_time, S) && lies_in(own_time + shift, U)) {
      out.begin = std::min(out.begin, shift);
      out.end = std::max(out.end, shift);
    }
  }
  if (!(out.begin < out.end)) return std::nullopt;
  return TimeInterval{base + out.begin, base + out.end};
}

}  // namespace clearway
