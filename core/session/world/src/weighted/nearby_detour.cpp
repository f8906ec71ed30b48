#include "nearby_detour.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "clearway/base/error.hpp"
#include "clearway/geometry/predicates.hpp"
#include "funnel/disc_funnel.hpp"
#include "geometry/tolerances.hpp"
#include "planners/common/polyline_channel.hpp"
#include "query/narrowest.hpp"

namespace clearway {

namespace {

void add_point(std::vector<Point>& line, const Point& p) {
  if (line.empty() || line.back() != p) line.push_back(p);
}

// Whether a path that bends at b around a corner bends to the same side if it goes on to `other`.
bool bends_alike(const Point& a, const Point& b, const Point& c, const Point& other) {
  const int turn = orientation(a, b, other);
  return turn == 0 || turn == orientation(a, b, c);
}

}  // namespace

std::optional<Path> nearby_detour(
    const World& avoiding, const Path& path, std::span<const double> costs, std::size_t margin,
    const std::function<Path(const Point& start, const Point& goal)>& find_leg) {
  const std::vector<Segment>& old = path.segments;
  const std::size_t count = old.size();
  std::vector<char> is_searched(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    if (costs[i] > (1 + tolerance::length) * length_of({&old[i], 1}))
      for (std::size_t k = i - std::min(i, margin); k <= std::min(i + margin, count - 1); ++k)
        is_searched[k] = 1;
  Path out;
  out.status = path.status;
  out.stats = path.stats;
  std::size_t head = 0, tail = count;  // segments before and from which on the old ones stay
  std::vector<Point> line;
  for (std::size_t i = 0; i < count;) {
    std::size_t end = i + 1;
    if (!is_searched[i]) {
      add_point(line, old[i].start);
      add_point(line, old[i].end);
    } else {
      while (end < count && is_searched[end]) ++end;
      if (end - i == count) return std::nullopt;
      const Path leg = find_leg(old[i].start, old[end - 1].end);
      out.stats.expanded += leg.stats.expanded;
      out.stats.generated += leg.stats.generated;
      if (leg.status == Status::found) {
        for (const Segment& s : leg.segments) {
          add_point(line, s.start);
          add_point(line, s.end);
        }
      } else if (i == 0 && leg.status == Status::start_blocked) {
        head = end;
      } else if (end == count && leg.status == Status::goal_blocked) {
        tail = i;
      } else {
        return std::nullopt;
      }
    }
    i = end;
  }
  if (line.size() < 2) return std::nullopt;
  std::vector<Segment> pulled;
  try {
    const std::vector<TriangleId> channel = polyline_channel(avoiding, line);
    std::vector<HalfEdgeId> portals;
    if (!portals_between(avoiding.mesh(), channel, portals) ||
        !DiscFunnel(avoiding.mesh())
             .pull(channel.front(), portals, line.front(), line.back(), 0.0, pulled) ||
        pulled.empty())
      return std::nullopt;
  } catch (const InternalError&) {
    return std::nullopt;  // by rounding, an end of the line or a part of it is inside an obstacle
  }
  if (head > 0 &&
      !bends_alike(old[head - 1].start, old[head - 1].end, old[head].end, pulled.front().end))
    return std::nullopt;
  if (tail < count &&
      !bends_alike(old[tail].end, old[tail].start, old[tail - 1].start, pulled.back().start))
    return std::nullopt;
  const auto at = [&](std::size_t i) { return old.begin() + static_cast<std::ptrdiff_t>(i); };
  out.segments.assign(old.begin(), at(head));
  out.segments.insert(out.segments.end(), pulled.begin(), pulled.end());
  out.segments.insert(out.segments.end(), at(tail), old.end());
  out.length = length_of(out.segments);
  return out;
}

}  // namespace clearway
