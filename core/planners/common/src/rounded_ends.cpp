#include "planners/common/rounded_ends.hpp"

#include <algorithm>

#include "geometry/construction.hpp"
#include "query/free.hpp"

namespace clearway {
namespace {

Segment line(const Point& a, const Point& b) { return {a, b, {}, 0.0, 0}; }

}  // namespace

std::optional<LocatedEnd> located_end(const World& world, const Point& p, double radius) {
  const LocatedPoint here = world.located(p);
  if (fits(world, here, radius)) return LocatedEnd{here, radius};
  const auto end = free_end(world, p, radius);
  if (!end) return std::nullopt;
  return LocatedEnd{world.located(end->point), end->radius};
}

std::optional<RoundedEnds> RoundedEnds::find(const World& world, const Point& start,
                                             const Point& goal, double radius) {
  const FreeEnd from = free_end(world, start, radius).value_or(FreeEnd{start, radius}),
                to = free_end(world, goal, radius).value_or(FreeEnd{goal, radius});
  const double least = std::min(from.radius, to.radius);
  if (from.point == start && to.point == goal && least == radius) return std::nullopt;
  return RoundedEnds{from.point, to.point, least};
}

void extend_to_ends(const Point& start, const Point& goal, Path& path) {
  if (path.status != Status::found && path.status != Status::partial) return;
  std::vector<Segment>& segments = path.segments;
  if (segments.empty()) {
    if (path.status == Status::found && start != goal) segments.push_back(line(start, goal));
  } else {
    if (Segment& first = segments.front(); first.turn == 0)
      first.start = start;
    else if (first.start != start)
      segments.insert(segments.begin(), line(start, Point(first.start)));
    if (Segment& last = segments.back(); path.status == Status::found && last.end != goal) {
      if (last.turn == 0)
        last.end = goal;
      else
        segments.push_back(line(Point(last.end), goal));
    }
  }
  path.length = length_of(segments);
  path.lower_bound = path.optimal ? path.length : std::min(path.lower_bound, path.length);
}

}  // namespace clearway
