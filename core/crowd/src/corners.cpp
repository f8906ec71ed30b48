#include "corners.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tangents.hpp"

namespace clearway {
namespace {

constexpr double turn_of_corner = 0.6;  // radians, at most

}  // namespace

void append_corners_reversed(const Path& path, std::vector<Point>& corners) {
  for (std::size_t i = path.segments.size(); i-- > 0;) {
    const Segment& s = path.segments[i];
    corners.push_back(s.end);
    if (s.turn == 0) continue;
    const Vector a = unit(s.start - s.center), b = unit(s.end - s.center);
    const double angle = positive(s.turn * (bearing(b) - bearing(a)));
    const int pieces = 1 + static_cast<int>(angle / turn_of_corner);
    const double outer = s.radius / std::cos(0.5 * angle / pieces);
    for (int k = pieces; k-- > 0;) {
      const Vector u = turn(a, s.turn * angle * (k + 0.5) / pieces);
      corners.push_back({s.center.x + outer * u.x, s.center.y + outer * u.y});
    }
  }
}

std::vector<Point> corners_from(const Point& start, const Path& path) {
  std::vector<Point> out;
  if (path.status != Status::found) return out;
  append_corners_reversed(path, out);
  out.push_back(start);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace clearway
