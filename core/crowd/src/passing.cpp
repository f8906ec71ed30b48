#include "passing.hpp"

#include <array>

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "half_planes.hpp"
#include "query/raycast.hpp"

namespace clearway {
namespace {

// Of the corners after the next one so many are looked at.
constexpr std::size_t most_corners = 6;

struct End {
  double remaining;  // from it by way of corners[at]
  Point point;
  std::size_t at;
};

}  // namespace

bool pass_in_step(const World& world, const Point& p, double radius, double step,
                  std::vector<Point>& corners) {
  const Point next = corners.back();
  const double away = distance(p, next);
  if (away == 0) return false;
  const Vector ahead = (1 / away) * (next - p);
  const auto end_of = [&](double size) {
    return Point{p.x + size * ahead.x, p.y + size * ahead.y};
  };
  // Two ends for each corner: at the end of the step, and where the line meets that of the path to
  // the corner. `walked`: from the next corner along the path. What remains after the corner is the
  // same for all ends, less `walked`.
  std::array<End, 2 * most_corners> ends;
  std::size_t count = 0;
  double walked = 0.0;
  for (std::size_t k = 1; k <= most_corners && k < corners.size(); ++k) {
    const std::size_t at = corners.size() - 1 - k;
    const Vector line = corners[at] - corners[at + 1];
    walked += length(line);
    const auto consider = [&](double size) {
      const Point end = end_of(size);
      const double remaining = distance(end, corners[at]) - walked;
      if (!(size > away && size <= step && remaining < 0)) return;
      std::size_t i = count++;  // in order of what remains, of equal ones the farthest corner first
      for (; i > 0 && remaining <= ends[i - 1].remaining; --i) ends[i] = ends[i - 1];
      ends[i] = {remaining, end, at};
    };
    consider(step);
    // Parallel lines do not meet: that is infinity or NaN.
    if (k > 1) consider(cross(corners[at] - p, line) / cross(ahead, line));
  }
  const LocatedPoint here = world.located(p);
  for (std::size_t i = 0; i < count; ++i) {
    const End& end = ends[i];
    if (raycast_from_free(world, here, end.point, radius) ||
        raycast_from_free(world, world.located(end.point), corners[end.at], radius))
      continue;
    corners.resize(end.at + 1);
    corners.push_back(end.point);
    return true;
  }
  return false;
}

}  // namespace clearway
