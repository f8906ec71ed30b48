#include "path.hpp"

#include <algorithm>

#include "geometry/arc.hpp"

namespace clearway {
namespace {

// An angle far above rounding and below half a turn.
constexpr double short_arc = 1.0;

// The direction in which the path leaves a bend.
const Vector& departure(const DiscBends& path, std::size_t bend) {
  return bend + 1 < path.bends.size() ? path.bends[bend + 1].arrival : path.arrival;
}

double turned(const DiscBends& path, std::size_t i, double slack) {
  const DiscBend& bend = path.bends[i];
  return DiscRoots::turned(bend.side, bend.arrival, departure(path, i), slack);
}

// Whether the path turns by no more than the rounding of two directions.
bool only_touches(const DiscBends& path, std::size_t i, double slack) {
  return path.bends[i].side != 0 && turned(path, i, slack) <= 2 * slack;
}

}  // namespace

DiscBends bends_to(const DiscRoots& roots, DiscRootId last, const Vector& departure,
                   const Point& goal) {
  DiscBends out{{}, goal, departure};
  for (DiscRootId r = last; r != none; r = roots[r].parent)
    out.bends.push_back({roots[r].circle, roots[r].side, roots[r].near, roots[r].arrival});
  std::reverse(out.bends.begin(), out.bends.end());
  return out;
}

void drop_touched(DiscBends& path, const DiscCollision& collision, double slack) {
  std::vector<DiscBend>& bends = path.bends;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    std::size_t next = i + 1;
    while (next < bends.size() && only_touches(path, next, slack)) ++next;
    if (next == i + 1) continue;
    const bool is_last = next == bends.size();
    const Circle& from = bends[i].circle;
    const Circle to = is_last ? Circle{path.goal, 0.0} : bends[next].circle;
    const Tangent line = tangent(from, to);
    if (!line.exists ||
        !collision.line(from.touch(line.direction), to.touch(line.direction), bends[i].near))
      continue;
    (is_last ? path.arrival : bends[next].arrival) = line.direction;
    bends.erase(bends.begin() + static_cast<std::ptrdiff_t>(i + 1),
                bends.begin() + static_cast<std::ptrdiff_t>(next));
  }
}

void write_disc_path(const DiscBends& path, double radius, double slack, Path& out) {
  Point here = path.bends[0].circle.center;
  for (std::size_t i = 0; i < path.bends.size(); ++i) {
    const DiscBend& bend = path.bends[i];
    if (bend.side == 0) continue;
    const Vector leave = departure(path, i);
    const Point in = bend.circle.touch(bend.arrival), end = bend.circle.touch(leave);
    if (in != here) out.segments.push_back({here, in, {}, 0.0, 0});
    here = in;
    const Segment arc{in, end, bend.circle.center, radius, bend.side};
    // Rounding can put the end of an arc of no length before its beginning: of the two directions,
    // or of the two points.
    if (in == end || (turned(path, i, slack) < short_arc &&
                      (bend.side * rounded_side(bend.arrival, leave) <= 0 || is_backwards(arc))))
      continue;
    out.segments.push_back(arc);
    here = end;
  }
  if (here != path.goal) out.segments.push_back({here, path.goal, {}, 0.0, 0});
}

}  // namespace clearway
