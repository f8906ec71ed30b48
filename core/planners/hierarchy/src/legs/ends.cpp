#include "ends.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "mesh/location.hpp"

namespace clearway {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// Lines shorter than this share of the radius are not cut: rounding would change their direction.
constexpr double least_line = 0.0625;
// A line is cut in its middle half, so that both parts keep its direction.
constexpr double first_cut = 0.25, last_cut = 0.75;

bool crosses(const Mesh& mesh, const Segment& line, HalfEdgeId portal) {
  if (portal == none) return false;
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  return orientation(line.start, line.end, a) * orientation(line.start, line.end, b) < 0 &&
         orientation(a, b, line.start) * orientation(a, b, line.end) < 0;
}

// The point of the middle half of a line that is nearest to p.
Point nearest_on(const Segment& line, const Point& p) {
  const Point d{line.end.x - line.start.x, line.end.y - line.start.y};
  const double along = (p.x - line.start.x) * d.x + (p.y - line.start.y) * d.y;
  const double t = std::clamp(along / (d.x * d.x + d.y * d.y), first_cut, last_cut);
  return {line.start.x + t * d.x, line.start.y + t * d.y};
}

// The index, at least `from`, of the triangle of the channel that contains a point of a line;
// nowhere: the line does not cross the channel's portals there.
std::size_t index_of(const Mesh& mesh, std::span<const TriangleId> channel, std::size_t from,
                     const Segment& line, const Point& point) {
  for (std::size_t i = from; i < channel.size(); ++i) {
    if (!holds(mesh, channel[i], point)) continue;
    if ((i > 0 && crosses(mesh, line, mesh.portal(channel[i - 1], channel[i]))) ||
        (i + 1 < channel.size() && crosses(mesh, line, mesh.portal(channel[i], channel[i + 1]))))
      return i;
  }
  return nowhere;
}

bool cut_line(const Mesh& mesh, const Plan& plan, const Point& subgoal, std::size_t settled,
              PlanPosition& position, std::vector<Segment>& path) {
  std::size_t best = 0;
  PlanPosition end;
  double least = infinity;
  for (std::size_t i = 1; i < std::min(settled, path.size() - 1); ++i) {
    const Segment& s = path[i];
    if (s.turn != 0 || distance(s.start, s.end) < least_line * plan.radius) continue;
    const Point middle{s.start.x + (s.end.x - s.start.x) / 2,
                       s.start.y + (s.end.y - s.start.y) / 2};
    for (const Point& aim : {subgoal, middle}) {
      const Point q = nearest_on(s, aim);
      if (distance(q, subgoal) >= least) continue;
      const std::size_t index = index_of(mesh, plan.channel, position.index, s, q);
      if (index == nowhere) continue;
      best = i, end = {q, index}, least = distance(q, subgoal);
    }
  }
  if (best == 0) return false;
  path.resize(best + 1);
  path.back().end = end.point;
  position = end;
  return true;
}

// Each corner is an end of portals of the channel, which come in the order of the corners: the line
// to a corner meets these portals nowhere else.
bool cut_corner(const Mesh& mesh, const Plan& plan, const Point& subgoal, std::size_t settled,
                PlanPosition& position, std::vector<Segment>& path) {
  const auto meets = [&](std::size_t i, const Point& corner) {
    const HalfEdgeId portal = mesh.portal(plan.channel[i], plan.channel[i + 1]);
    return portal != none &&
           (mesh.point(mesh.origin(portal)) == corner || mesh.point(mesh.target(portal)) == corner);
  };
  const std::size_t triangles = plan.channel.size();
  std::size_t best = nowhere, index = 0, at = position.index;
  double least = infinity;
  for (std::size_t i = 0; i < std::min(settled, path.size() - 1); ++i) {
    while (at + 1 < triangles && !meets(at, path[i].end)) ++at;
    if (at + 1 >= triangles) break;
    const double to_subgoal = distance(path[i].end, subgoal);
    if (to_subgoal <= least) best = i, index = at, least = to_subgoal;
  }
  if (best == nowhere) return false;
  path.resize(best + 1);
  while (index + 1 < triangles && meets(index, path.back().end)) ++index;
  position = {path.back().end, index};
  return true;
}

}  // namespace

bool cut_leg(const Mesh& mesh, const Plan& plan, const Point& subgoal, std::size_t settled,
             PlanPosition& position, std::vector<Segment>& path) {
  const auto cut = plan.radius > 0 ? cut_line : cut_corner;
  return cut(mesh, plan, subgoal, settled, position, path);
}

}  // namespace clearway
