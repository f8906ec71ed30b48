#include "clearway/path/path_points.hpp"

#include <cmath>
#include <numbers>

namespace clearway {
namespace {

// The largest angle whose chord is within 1e-3 of the radius of its arc: 2 acos(1 - 1e-3).
const double largest_step = 4 * std::asin(std::sqrt(1e-3 / 2));

// The angle that an arc turns by, positive.
double turned(const Segment& s) {
  const double from_x = s.start.x - s.center.x, from_y = s.start.y - s.center.y,
               to_x = s.end.x - s.center.x, to_y = s.end.y - s.center.y;
  const double angle =
      s.turn * std::atan2(from_x * to_y - from_y * to_x, from_x * to_x + from_y * to_y);
  return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

std::size_t pieces(double angle) {
  return angle > 0 ? static_cast<std::size_t>(std::ceil(angle / largest_step)) : 1;
}

void append(const Segment& s, std::vector<Point>& out) {
  if (s.turn != 0) {
    const double angle = turned(s),
                 begin = std::atan2(s.start.y - s.center.y, s.start.x - s.center.x);
    const std::size_t count = pieces(angle);
    const double step = s.turn * angle / static_cast<double>(count);
    for (std::size_t i = 1; i < count; ++i) {
      const double at = begin + static_cast<double>(i) * step;
      out.push_back({s.center.x + s.radius * std::cos(at), s.center.y + s.radius * std::sin(at)});
    }
  }
  out.push_back(s.end);
}

}  // namespace

std::vector<Point> points_of(const PathColumns& paths, std::size_t row) {
  constexpr std::size_t size = PathColumns::segment_size;
  const auto first = static_cast<std::size_t>(paths.segment_starts[row]),
             last = static_cast<std::size_t>(paths.segment_starts[row + 1]);
  std::vector<Point> out;
  if (first == last) return out;
  out.reserve(last - first + 1);
  const double* s = &paths.segments[first * size];
  out.push_back({s[0], s[1]});
  for (const double* const end = s + (last - first) * size; s < end; s += size)
    append({{s[0], s[1]}, {s[2], s[3]}, {s[4], s[5]}, s[6], (s[7] > 0) - (s[7] < 0)}, out);
  return out;
}

std::vector<Point> points_of(std::span<const Segment> segments) {
  std::vector<Point> out;
  if (segments.empty()) return out;
  out.reserve(segments.size() + 1);
  out.push_back(segments[0].start);
  for (const Segment& s : segments) append(s, out);
  return out;
}

}  // namespace clearway
