#include "clearway/verify/verify.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "collision/measure.hpp"
#include "geometry/construction.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

namespace {

// A path on which something is walked before and after every link: a point, if nothing else.
std::vector<Segment> with_points(std::span<const Segment> path) {
  std::vector<Segment> out;
  const auto stop = [&](const Point& p) { out.push_back({p, p, {}, 0.0, 0}); };
  for (const Segment& s : path) {
    if (s.is_link() && (out.empty() || out.back().is_link())) stop(s.start);
    out.push_back(s);
  }
  if (!out.empty() && out.back().is_link()) stop(out.back().end);
  return out;
}

}  // namespace

Verdict verify(const Obstacles& bounds, const Obstacles& obstacles,
               std::span<const Segment> given) {
  const std::vector<InputChain> chains = input_chains(obstacles, &bounds);
  std::vector<Segment> stops;
  std::span<const Segment> path = given;
  if (std::any_of(path.begin(), path.end(), [](const Segment& s) { return s.is_link(); }))
    path = stops = with_points(path);
  std::optional<Verdict> whole;
  for_each_walk(path, [&](std::span<const Segment> walk) {
    const Verdict verdict = measure(chains, walk);
    if (!whole) {
      whole = verdict;
      return;
    }
    if (verdict.clearance < whole->clearance) {
      whole->clearance = verdict.clearance;
      whole->nearest = verdict.nearest;
    }
    whole->gap = std::max(whole->gap, verdict.gap);
    whole->inside = whole->inside && verdict.inside;
    whole->crosses = whole->crosses || verdict.crosses;
  });
  if (!whole) return measure(chains, path.first(0));
  for (std::size_t i = 1; i < path.size(); ++i)
    whole->gap = std::max(whole->gap, distance(path[i - 1].end, path[i].start));
  return *whole;
}

}  // namespace clearway
