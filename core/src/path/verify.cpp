#include "clearway/path/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arc.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "raw.hpp"

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

bool crosses_segment(const Segment& s, const Point& a, const Point& b) {
  if (s.turn != 0) return arc_crosses(s, a, b);
  return orientation(s.start, s.end, a) * orientation(s.start, s.end, b) < 0 &&
         orientation(a, b, s.start) * orientation(a, b, s.end) < 0;
}

// Whether the chain changes sides of the line ab through corners that lie on it, all of
// them strictly between a and b.
bool crosses_at_corners(const Segment& s, const RawChain& chain) {
  const std::size_t count = chain.points.size();
  const auto side = [&](std::size_t i) {
    return orientation(s.start, s.end, chain.points[i % count]);
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (!chain.is_ring() && i + 1 == count) break;
    const int before = side(i);
    if (before == 0 || side(i + 1) != 0) continue;
    bool within = true;
    std::size_t j = i + 1;
    const std::size_t last = chain.is_ring() ? i + count : count;
    for (; j < last && side(j) == 0; ++j) {
      const Point p = chain.points[j % count];
      within = within && p != s.start && p != s.end && between(s.start, s.end, p);
    }
    if (j < last && within && side(j) * before < 0) return true;
  }
  return false;
}

// Side of q seen from the corner a, v, b of the path: +1 left, -1 right, 0 on it or
// undecided.
int side_of_corner(const Point& a, const Point& v, const Point& b, const Point& q) {
  const int turn = orientation(a, v, b), first = orientation(a, v, q),
            second = orientation(v, b, q);
  if (turn == 0) return first;
  if (turn > 0) return first > 0 && second > 0 ? +1 : (first < 0 || second < 0 ? -1 : 0);
  return first < 0 && second < 0 ? -1 : (first > 0 || second > 0 ? +1 : 0);
}

bool crosses_at_corner(const Segment& in, const Segment& out, const RawChain& chain) {
  const std::size_t count = chain.points.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (chain.points[i] != in.end) continue;
    if (!chain.is_ring() && (i == 0 || i + 1 == count)) continue;
    const Point before = chain.points[(i + count - 1) % count],
                after = chain.points[(i + 1) % count];
    if (side_of_corner(in.start, in.end, out.end, before) *
            side_of_corner(in.start, in.end, out.end, after) <
        0)
      return true;
  }
  return false;
}

// Whether the line runs inside an obstacle, or outside the bounds, between two places
// where it touches a ring without crossing it (a square entered and left by corners).
// Decided at points between the touches; a cut no deeper than their rounding is not seen.
bool runs_inside(const Segment& s, const std::vector<RawChain>& chains) {
  const double length = distance(s.start, s.end);
  if (length == 0) return false;
  const Box box = box_of(s);
  std::vector<double> at{0.0, 1.0};
  for (const RawChain& c : chains)
    if (c.is_ring() && box.distance(c.box) == 0)
      for (const Point& p : c.points)
        if (orientation(s.start, s.end, p) == 0 && between(s.start, s.end, p))
          at.push_back(std::min(1.0, distance(s.start, p) / length));
  std::sort(at.begin(), at.end());
  for (std::size_t i = 1; i < at.size(); ++i) {
    const double t = (at[i - 1] + at[i]) / 2;
    const Point p{s.start.x + t * (s.end.x - s.start.x), s.start.y + t * (s.end.y - s.start.y)};
    if (!is_blocked(chains, p)) continue;
    const double size =
        std::max({std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y)});
    const double rounding = 4 * size * std::numeric_limits<double>::epsilon();
    const bool deep = std::none_of(chains.begin(), chains.end(), [&](const RawChain& c) {
      if (!c.is_ring() || Box{p, p}.distance(c.box) > rounding) return false;
      for (std::size_t k = 0; k < c.segments(); ++k)
        if (distance(p, c.start(k), c.end(k)) <= rounding) return true;
      return false;
    });
    if (deep) return true;
  }
  return false;
}

double off_circle(const Segment& s) {
  if (s.turn == 0) return 0.0;
  return std::max(std::abs(distance(s.start, s.center) - s.radius),
                  std::abs(distance(s.end, s.center) - s.radius));
}

void measure_chain(const Segment& s, const Box& box, const RawChain& chain, Verdict& verdict) {
  const auto nearest = [&](double d) {
    if (d < verdict.clearance || (d == verdict.clearance && verdict.nearest == -1)) {
      verdict.clearance = d;
      verdict.nearest = chain.owner;
    }
  };
  if (chain.points.size() == 1) nearest(measure(s, chain.points[0], chain.points[0]));
  for (std::size_t i = 0; chain.points.size() > 1 && i < chain.segments(); ++i) {
    const Point a = chain.start(i), b = chain.end(i);
    const double apart = box.distance(clearway::box_of(a, b));
    if (apart > verdict.clearance) continue;
    nearest(measure(s, a, b));
    if (apart == 0 && !verdict.crosses) verdict.crosses = crosses_segment(s, a, b);
  }
}

Verdict verify(const std::vector<RawChain>& chains, std::span<const Segment> path) {
  Verdict verdict;
  verdict.clearance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Segment& s = path[i];
    const Box box = box_of(s);
    const Segment* before = i > 0 ? &path[i - 1] : nullptr;
    verdict.gap = std::max(verdict.gap, off_circle(s));
    if (before) verdict.gap = std::max(verdict.gap, distance(before->end, s.start));
    const bool corner = before && before->turn == 0 && s.turn == 0 && before->end == s.start;
    for (const RawChain& chain : chains) {
      const double apart = box.distance(chain.box);
      if (apart > verdict.clearance) continue;
      measure_chain(s, box, chain, verdict);
      if (apart > 0 || verdict.crosses || chain.points.size() < 2) continue;
      verdict.crosses = (s.turn == 0 && crosses_at_corners(s, chain)) ||
                        (corner && crosses_at_corner(*before, s, chain));
    }
    if (!verdict.crosses && s.turn == 0) verdict.crosses = runs_inside(s, chains);
  }
  verdict.inside = !path.empty() && !is_blocked(chains, path.front().start);
  return verdict;
}

}  // namespace

Verdict verify(const World& world, std::span<const Segment> path) {
  return verify(raw_chains(world), path);
}

Verdict verify(const World& world, std::span<const Handle> handles, std::span<const Segment> path) {
  return verify(raw_chains(world.obstacles(handles)), path);
}

}  // namespace clearway
