#include "snap_ends.hpp"

#include <optional>

#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"

namespace clearway {
namespace {

// Whether the point was blocked and has been moved.
bool snap_end(const World& world, Point& p, double radius, double most) {
  check_interrupt();
  if (is_free(world, p, radius)) return false;
  const std::optional<Point> free = snap(world, p, radius);
  if (!free || !(distance(*free, p) <= most)) return false;
  p = *free;
  return true;
}

void snap_all(const World& world, std::span<const Point>& ends, std::span<const double> radii,
              double most, std::vector<Point>& points, std::vector<std::uint8_t>& moved) {
  points.assign(ends.begin(), ends.end());
  moved.assign(ends.size(), 0);
  for (std::size_t i = 0; i < points.size(); ++i)
    moved[i] = snap_end(world, points[i], radii.size() == 1 ? radii[0] : radii[i], most);
  ends = points;
}

}  // namespace

void snap_starts(const World& world, std::span<const Point>& starts, std::span<const double> radii,
                 Snapping* snapping) {
  if (snapping)
    snap_all(world, starts, radii, snapping->most, snapping->starts, snapping->is_start_moved);
}

void snap_goals(const World& world, std::span<const Point>& goals, std::span<const double> radii,
                Snapping* snapping) {
  if (snapping)
    snap_all(world, goals, radii, snapping->most, snapping->goals, snapping->is_goal_moved);
}

void snap_points_of(const World& world, Place& place, double radius, Snapping& snapping) {
  for (PlacePart& part : place.parts) {
    Point at;
    bool is_moved = false;
    if (part.lines.size() == 1 && part.lines[0].size() == 1) {
      is_moved = snap_end(world, part.lines[0][0], radius, snapping.most);
      at = part.lines[0][0];
    }
    snapping.goals.push_back(at);
    snapping.is_goal_moved.push_back(is_moved);
  }
}

}  // namespace clearway
