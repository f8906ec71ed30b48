#include "clearway/motion/motion.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/error.hpp"
#include "geometry/arc.hpp"

namespace clearway {

Motion wait_at(const Point& place, double begin, double end) {
  return {begin, end, {place, place, {}, 0.0, 0}};
}

std::vector<Motion> walk(std::span<const Segment> segments, double speed, double depart) {
  if (!(speed > 0) || speed == forever) throw InvalidInput("speed must be above 0 and finite");
  std::vector<Motion> out;
  out.reserve(segments.size());
  double walked = 0.0, begin = depart;
  for (const Segment& s : segments) {
    if (s.is_link()) throw InvalidInput("a link cannot be walked");
    walked += length_of({&s, 1});
    const double end = depart + walked / speed;
    if (!(end > begin)) continue;
    out.push_back({begin, end, s});
    begin = end;
  }
  return out;
}

Point position_at(const Motion& m, double time) {
  const Segment& s = m.segment;
  if (m.is_wait() || time <= m.begin) return s.start;
  if (time >= m.end) return s.end;
  const double part = (time - m.begin) / (m.end - m.begin);
  if (s.turn == 0) {
    return {s.start.x + part * (s.end.x - s.start.x), s.start.y + part * (s.end.y - s.start.y)};
  }
  const double angle = s.turn * part * sweep_of(s);
  const double c = std::cos(angle), sine = std::sin(angle);
  const double x = s.start.x - s.center.x, y = s.start.y - s.center.y;
  return {s.center.x + c * x - sine * y, s.center.y + sine * x + c * y};
}

}  // namespace clearway
