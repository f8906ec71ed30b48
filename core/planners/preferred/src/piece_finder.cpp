#include "piece_finder.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tolerances.hpp"

namespace clearway {

double PieceFinder::searched(double clearance) const {
  const double floor = std::min(radius_, clearance * (1 - tolerance::clearance));
  return std::max(floor, clearance * (1 - tolerance::neck));
}

std::optional<Path> PieceFinder::search(const Point& start, const Point& goal, double clearance) {
  SearchOptions options = options_;
  options.limit -= std::min(options.limit - 1, stats_.expanded);
  Path path = find_(start, goal, clearance, options);
  stats_.expanded += path.stats.expanded;
  stats_.generated += path.stats.generated;
  if (path.status != Status::found) return std::nullopt;
  return path;
}

std::optional<Path> PieceFinder::find(const Point& start, const Point& goal, double clearance) {
  // Far from the origin the middle of a gate is off by more than a relative error of its width.
  const double size =
      std::max({std::abs(start.x), std::abs(start.y), std::abs(goal.x), std::abs(goal.y)});
  const double rounding = size * tolerance::bend, less = searched(clearance);
  // Ends with the preferred clearance have it exactly.
  if (clearance >= prefer_)
    if (auto path = search(start, goal, clearance)) return path;
  if (is_used_up()) return std::nullopt;
  if (auto path = search(start, goal, less)) return path;
  if (less <= radius_ || is_used_up()) return std::nullopt;
  const double least = std::max(radius_, clearance - rounding);
  if (least < less)
    if (auto path = search(start, goal, least)) return path;
  return find_widest(start, goal, rounding);
}

std::optional<Path> PieceFinder::find_widest(const Point& start, const Point& goal,
                                             double rounding) {
  const double widest = bottlenecks_.max_radius(start, goal);
  for (double off = std::max(rounding, widest * tolerance::neck); !is_used_up(); off *= 16) {
    const double c = std::max(radius_, widest - off);
    if (auto path = search(start, goal, c)) {
      path->optimal = false;
      return path;
    }
    if (c <= radius_) break;
  }
  return std::nullopt;
}

}  // namespace clearway
