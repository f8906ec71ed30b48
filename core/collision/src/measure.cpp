#include "collision/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "crossing_test.hpp"
#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {
namespace {

Box box_of(const Segment& s) {
  Box box = clearway::box_of(s.start, s.end);
  if (s.turn != 0) {
    box.add({s.center.x - s.radius, s.center.y - s.radius});
    box.add({s.center.x + s.radius, s.center.y + s.radius});
  }
  return box;
}

double measure(const Segment& s, const Point& a, const Point& b) {
  if (s.turn != 0) return arc_distance(s, a, b);
  return a == b ? distance(a, s.start, s.end) : distance(s.start, s.end, a, b);
}

// Whether the line runs inside an obstacle, or outside the bounds, between two points where it
// touches a ring (for example from corner to corner of a square). Decided at points between the
// touches.
bool runs_inside(const Segment& s, const std::vector<InputChain>& chains) {
  const double length = distance(s.start, s.end);
  if (length == 0) return false;
  const Box box = box_of(s);
  const double near = touch_rounding(s.start, s.end);
  std::vector<double> at{0.0, 1.0};
  for (const InputChain& c : chains)
    if (c.is_ring() && box.distance(c.box) <= near)
      for (const Point& p : c.points)
        if (box.distance({p, p}) <= near && distance(p, s.start, s.end) <= near)
          at.push_back(std::min(1.0, distance(s.start, p) / length));
  std::sort(at.begin(), at.end());
  for (std::size_t i = 1; i < at.size(); ++i) {
    const double t = (at[i - 1] + at[i]) / 2;
    const Point p{s.start.x + t * (s.end.x - s.start.x), s.start.y + t * (s.end.y - s.start.y)};
    if (is_blocked(chains, p, near)) return true;
  }
  return false;
}

double off_circle(const Segment& s) {
  if (s.turn == 0) return 0.0;
  return std::max(std::abs(distance(s.start, s.center) - s.radius),
                  std::abs(distance(s.end, s.center) - s.radius));
}

void measure_chain(const Segment& s, const Box& box, const InputChain& chain, Verdict& verdict) {
  const auto nearest = [&](double d) {
    if (d < verdict.clearance || (d == verdict.clearance && verdict.nearest == -1)) {
      verdict.clearance = d;
      verdict.nearest = chain.owner;
    }
  };
  if (chain.points.size() == 1) return nearest(measure(s, chain.points[0], chain.points[0]));
  chain.any_near(box, verdict.clearance, [&](std::size_t i) {
    nearest(measure(s, chain.start(i), chain.end(i)));
    return false;
  });
}

bool crosses_chain(std::span<const Segment> path, std::size_t k, const Box& box,
                   const InputChain& chain, Crossings& crossings) {
  const Segment& s = path[k];
  const double near = touch_rounding(box.low, box.high);
  return chain.points.size() > 1 && chain.any_near(box, near, [&](std::size_t i) {
    return s.turn != 0 ? arc_crosses(s, chain.start(i), chain.end(i))
                       : crossings.passes_through(k, i);
  });
}

}  // namespace

Verdict measure(const std::vector<InputChain>& chains, std::span<const Segment> path) {
  Verdict verdict;
  verdict.clearance = std::numeric_limits<double>::infinity();
  std::vector<std::optional<InputChain>> coarse;
  std::vector<Crossings> crossings;
  coarse.reserve(chains.size());
  crossings.reserve(chains.size());
  for (const InputChain& chain : chains) {
    coarse.push_back(without_short(chain));
    crossings.emplace_back(path, coarse.back() ? *coarse.back() : chain);
  }
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Segment& s = path[i];
    const Box box = box_of(s);
    verdict.gap = std::max(verdict.gap, off_circle(s));
    if (i > 0) verdict.gap = std::max(verdict.gap, distance(path[i - 1].end, s.start));
    for (std::size_t k = 0; k < chains.size(); ++k) {
      check_interrupt();
      const double apart = box.distance(chains[k].box);
      if (apart <= verdict.clearance) measure_chain(s, box, chains[k], verdict);
      if (!verdict.crosses && apart <= touch_rounding(box.low, box.high)) {
        verdict.crosses =
            crosses_chain(path, i, box, coarse[k] ? *coarse[k] : chains[k], crossings[k]);
      }
    }
    if (!verdict.crosses && s.turn == 0) verdict.crosses = runs_inside(s, chains);
  }
  if (!path.empty()) {
    const Point start = path.front().start;
    verdict.inside = !is_blocked(chains, start, touch_rounding(start, start));
  }
  return verdict;
}

}  // namespace clearway
