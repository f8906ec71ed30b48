#include "door_line.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/arc.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

// Whether a line that bends at `at`, an end of the door, goes around that end: then the door is
// inside the bend.
bool goes_around(const Point& before, const Point& at, const Point& after, const Point& other) {
  const int turn = orientation(before, at, after);
  return turn != 0 && orientation(before, at, other) == turn &&
         orientation(at, after, other) == turn;
}

}  // namespace

std::vector<Point> door_polyline(std::span<const Segment> walk) {
  std::vector<Point> out{walk.front().start};
  for (const Segment& s : walk) {
    if (s.turn != 0) {
      const double sweep = sweep_of(s),
                   from = std::atan2(s.start.y - s.center.y, s.start.x - s.center.x);
      const int count = 1 + static_cast<int>(sweep * tolerance::points_of_arc_at_door);
      for (int i = 1; i < count; ++i) {
        const double angle = from + s.turn * sweep * i / count;
        out.push_back(
            {s.center.x + s.radius * std::cos(angle), s.center.y + s.radius * std::sin(angle)});
      }
    }
    out.push_back(s.end);
  }
  return out;
}

double scale_of(const std::vector<Point>& line) {
  double out = 0.0;
  for (const Point& p : line) out = std::max({out, std::abs(p.x), std::abs(p.y)});
  return out;
}

double signed_distance(const Point& p, const Point& a, const Point& b) {
  return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / distance(a, b);
}

Passing passing_between(const std::vector<Point>& line, std::size_t first, std::size_t last,
                        const DoorLine& door) {
  const bool is_direct = first + 1 == last;
  const double at = is_direct ? door.meets(line[first], line[last]) : door.along(line[last - 1]);
  if (door.is_beside(at)) return {false};
  const Point* end = door.end_at(at);
  if (!end || is_direct) return {true, end};
  // Along the door, or along its line, and then off at its end: around it.
  if (first + 2 < last) return {false};
  return {!goes_around(line[first], *end, line[last], end == &door.a ? door.b : door.a), end};
}

}  // namespace clearway
