#include "stretch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// How often the clearance of a direct path is raised. Each time closes a gate beside the route.
constexpr int most_levels = 16;

std::vector<Segment> reversed(std::vector<Segment> path) {
  std::reverse(path.begin(), path.end());
  for (Segment& segment : path) {
    std::swap(segment.start, segment.end);
    segment.turn = -segment.turn;
  }
  return path;
}

}  // namespace

std::optional<StretchFinder::Levelled> StretchFinder::find_at(const Stop& from, const Stop& to,
                                                              double level, double max_outside) {
  const double below = 2 * prefer_;
  const auto exit_of = [&](const Stop& stop, Direction direction,
                           double most) -> std::optional<Exit> {
    if (stop.clearance >= level * (1 - tolerance::neck)) return Exit{stop.point, {}, 0.0};
    return exits_.find(stop, direction, level, most);
  };
  const auto first = exit_of(from, Direction::onwards, max_outside);
  if (!first) return std::nullopt;
  const auto last = exit_of(to, Direction::back, max_outside - first->length);
  if (!last) return std::nullopt;
  const bool is_lowest = level <= std::min(from.clearance, to.clearance);
  if (!is_lowest && !routes_.bottlenecks.reachable(first->at, last->at, level)) return std::nullopt;
  auto middle = pieces_.find(first->at, last->at, level);
  if (!middle) return std::nullopt;
  Levelled out{{first->segments, 0.0, middle->optimal && level >= prefer_},
               first->length + last->length,
               {}};
  std::vector<Segment>& segments = out.stretch.segments;
  segments.insert(segments.end(), middle->segments.begin(), middle->segments.end());
  const std::vector<Segment> back = reversed(last->segments);
  segments.insert(segments.end(), back.begin(), back.end());
  out.stretch.length = length_of(segments);
  out.stretch.optimal = out.stretch.optimal && out.outside == 0;
  if (level < prefer_) out.crossed = gates_between(routes_.tree.gates(), from, to, segments, below);
  return out;
}

std::optional<StretchFinder::Levelled> StretchFinder::find_direct(const Stop& from,
                                                                  const Stop& to) {
  double level = std::min(from.clearance, to.clearance);
  auto best = find_at(from, to, level);
  for (int i = 0; i < most_levels && best && !best->crossed.empty(); ++i) {
    // The narrowest of them: where it is closed, this path is impossible.
    double width = infinity;
    for (const CrossedGate& gate : best->crossed)
      width = std::min(width, routes_.tree.gates()[gate.id].width);
    level = std::max(level, 0.5 * width) * (1 + 2 * tolerance::neck);
    if (level >= prefer_) break;
    auto next = find_at(from, to, level);
    if (!next) break;
    best = std::move(next);
  }
  return best;
}

std::optional<Stretch> StretchFinder::find(const Stop& from, const Stop& to) {
  const auto preferred = [&](double max_outside) -> std::optional<Levelled> {
    if (prefer_ == infinity) return std::nullopt;
    return find_at(from, to, prefer_, max_outside);
  };
  // No path is shorter than the straight line.
  if (auto wide = preferred(distance(from.point, to.point))) return std::move(wide->stretch);
  auto direct = find_direct(from, to);
  if (!direct) return std::nullopt;
  if (auto wide = preferred(direct->stretch.length)) return std::move(wide->stretch);
  return std::move(direct->stretch);
}

}  // namespace clearway
