#include "clearway/verify/verify.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "collision/measure.hpp"
#include "geometry/construction.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

Verdict verify(const Obstacles& bounds, const Obstacles& obstacles, std::span<const Segment> path) {
  const std::vector<InputChain> chains = input_chains(obstacles, &bounds);
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
