// Legs of a plan: pieces of the path that the whole plan pulled tight would give, each of them
// computed from a part of it.
//
// The walk of a plan has no step that is undone, so that every way along it crosses each of its
// portals. The ways to both ends of a portal, as far as they are the same, are then those to
// every place beyond it: that much is settled.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/mesh/location.hpp"
#include "clearway/query/narrowest.hpp"
#include "clearway/query/queries.hpp"
#include "scratch.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// A disc stands this share of its radius farther from the end of a portal than it must.
constexpr double spare_room = 0x1p-30;
// Portals tried for one where a disc fits at both ends.
constexpr std::size_t most_portals = 8;
// Lines shorter than this share of the radius are not cut: rounding would turn them.
constexpr double least_line = 0.0625;

bool is_same(const Segment& a, const Segment& b) {
  return a.start == b.start && a.end == b.end && a.turn == b.turn &&
         (a.turn == 0 || (a.center == b.center && a.radius == b.radius));
}

bool crosses(const Mesh& mesh, const Segment& line, HalfEdgeId portal) {
  if (portal == none) return false;
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  return orientation(line.start, line.end, a) * orientation(line.start, line.end, b) < 0 &&
         orientation(a, b, line.start) * orientation(a, b, line.end) < 0;
}

// A place on the line, within its middle half, as near to p as can be.
Point place_on(const Segment& line, const Point& p) {
  const Point d{line.end.x - line.start.x, line.end.y - line.start.y};
  const double along = (p.x - line.start.x) * d.x + (p.y - line.start.y) * d.y;
  const double t = std::clamp(along / (d.x * d.x + d.y * d.y), 0.25, 0.75);
  return {line.start.x + t * d.x, line.start.y + t * d.y};
}

}  // namespace

bool Hierarchy::Query::stands(const Plan& plan, const Stand& stand) const {
  const Hierarchy& h = hierarchy_;
  if (plan.generation == h.generation_) return true;
  if (plan.nodes.empty()) return false;
  const Point& at = stand.at;
  const double spare = tolerance::joint * std::max({plan.radius, std::abs(at.x), std::abs(at.y)});
  if (!is_free(world_, at, 0) || clearance(world_, at) < plan.radius - spare) return false;
  const auto untouched = [&](TriangleId t) {
    return t < h.changed_.end_id() && h.changed_[t] <= plan.generation;
  };
  const auto all_untouched = [&](const Path& join) {
    return std::all_of(join.channel.begin(), join.channel.end(), untouched);
  };
  if (stand.number >= plan.walk.size() ||
      !std::all_of(plan.walk.begin() + static_cast<std::ptrdiff_t>(stand.number), plan.walk.end(),
                   untouched))
    return false;
  // The path may still be beside the part of the plan before the one that it stands in.
  const auto ahead = std::upper_bound(plan.marks.begin(), plan.marks.end(), stand.number + 1);
  const auto next = static_cast<std::size_t>(ahead - plan.marks.begin());
  if (next < 2 && !all_untouched(plan.first)) return false;
  for (std::size_t i = next > 1 ? next - 2 : 0; i < plan.nodes.size(); ++i) {
    const NodeId node = plan.nodes[i];
    if (node.number() >= h.nodes_.size() || h.nodes_[node].a == none ||
        !(h.nodes_[node].place == plan.places[i]))
      return false;
    if (i + 1 == plan.nodes.size()) break;
    const EdgeId e = plan.edges[i];
    if (e.number() >= h.edges_.size() || h.edges_[e].u == none || h.edges_[e].pending ||
        h.edges_[e].since > plan.generation || h.find(node, plan.nodes[i + 1]) != e)
      return false;
  }
  return all_untouched(plan.last);
}

// By rounding the disc may be nearer to something than its radius, which the funnel does not
// allow; negative: by more than that.
double Hierarchy::Query::fitting(const Plan& plan, const Point& at) const {
  if (plan.radius == 0 || is_free(world_, at, plan.radius)) return plan.radius;
  const double spare = tolerance::joint * std::max({plan.radius, std::abs(at.x), std::abs(at.y)});
  const double fits = clearance(world_, at);
  return fits < plan.radius - spare ? -1.0 : std::min(fits, plan.radius);
}

// The segments of the path that are settled by the portal into triangle number `end` of the walk
// or, if a disc does not fit at its ends, by one shortly before it: so many of scratch.left.
std::size_t Hierarchy::Query::settled(const Plan& plan, const Stand& stand, std::size_t end,
                                      double radius) {
  Scratch& s = *scratch_;
  const Mesh& mesh = world_.mesh();
  if (end <= stand.number + 1 || end >= plan.walk.size()) return 0;
  const std::span<const TriangleId> walk =
      std::span(plan.walk).subspan(stand.number, end + 1 - stand.number);
  if (!portals_between(mesh, walk, s.portals)) return 0;
  for (std::size_t tries = 0; s.portals.size() > 1 && tries < most_portals; ++tries) {
    const HalfEdgeId portal = s.portals.back();
    s.portals.pop_back();
    Point left = mesh.point(mesh.origin(portal)), right = mesh.point(mesh.target(portal));
    if (radius > 0) {
      const Point d{right.x - left.x, right.y - left.y};
      const double share = radius * (1 + spare_room) / std::hypot(d.x, d.y);
      left = {left.x + share * d.x, left.y + share * d.y};
      right = {right.x - share * d.x, right.y - share * d.y};
      if (share > 0.5 || !is_free(world_, left, radius) || !is_free(world_, right, radius))
        continue;
    }
    if (!s.funnel.pull(walk.front(), s.portals, stand.at, left, radius, s.left) ||
        !s.funnel.pull(walk.front(), s.portals, stand.at, right, radius, s.right))
      continue;
    std::size_t same = 0;
    while (same < s.left.size() && same < s.right.size() && is_same(s.left[same], s.right[same]))
      ++same;
    return same;
  }
  return 0;
}

// The number of the triangle in which the walk, from number `from` on, is at a place of a line of
// the path; nowhere: the line is beside the walk there.
std::size_t Hierarchy::Query::holding(const Plan& plan, std::size_t from, const Segment& line,
                                      const Point& place) const {
  const Mesh& mesh = world_.mesh();
  for (std::size_t i = from; i < plan.walk.size(); ++i) {
    if (!holds(mesh, plan.walk[i], place)) continue;
    if ((i > 0 && crosses(mesh, line, mesh.portal(plan.walk[i - 1], plan.walk[i]))) ||
        (i + 1 < plan.walk.size() &&
         crosses(mesh, line, mesh.portal(plan.walk[i], plan.walk[i + 1]))))
      return i;
  }
  return nowhere;
}

// Ends the path, of which so many segments are settled, within a line between two arcs.
bool Hierarchy::Query::cut_line(const Plan& plan, const Point& near, std::size_t settled,
                                Stand& stand, std::vector<Segment>& path) const {
  std::size_t best = 0, number = 0;
  Point where{};
  double least = infinity;
  for (std::size_t i = 1; i < std::min(settled, path.size() - 1); ++i) {
    const Segment& s = path[i];
    if (s.turn != 0 || distance(s.start, s.end) < least_line * plan.radius) continue;
    const Point centre{s.start.x + (s.end.x - s.start.x) / 2,
                       s.start.y + (s.end.y - s.start.y) / 2};
    for (const Point& aim : {near, centre}) {
      const Point q = place_on(s, aim);
      if (distance(q, near) >= least) continue;
      const std::size_t found = holding(plan, stand.number, s, q);
      if (found == nowhere) continue;
      best = i, number = found, where = q, least = distance(q, near);
    }
  }
  if (best == 0) return false;
  path.resize(best + 1);
  path.back().end = where;
  stand = {where, number};
  return true;
}

// The same at a corner that a point's path turns at. Each is an end of portals of the walk, which
// come in the order of the corners: the line to a corner meets the portals there in no other place.
bool Hierarchy::Query::cut_corner(const Plan& plan, const Point& near, std::size_t settled,
                                  Stand& stand, std::vector<Segment>& path) const {
  const Mesh& mesh = world_.mesh();
  const auto meets = [&](std::size_t i, const Point& corner) {
    const HalfEdgeId portal = mesh.portal(plan.walk[i], plan.walk[i + 1]);
    return portal != none &&
           (mesh.point(mesh.origin(portal)) == corner || mesh.point(mesh.target(portal)) == corner);
  };
  std::size_t best = nowhere, number = 0, at = stand.number;
  double least = infinity;
  for (std::size_t i = 0; i < std::min(settled, path.size() - 1); ++i) {
    while (at + 1 < plan.walk.size() && !meets(at, path[i].end)) ++at;
    if (at + 1 >= plan.walk.size()) break;
    const double away = distance(path[i].end, near);
    if (away <= least) best = i, number = at, least = away;
  }
  if (best == nowhere) return false;
  path.resize(best + 1);
  while (number + 1 < plan.walk.size() && meets(number, path.back().end)) ++number;
  stand = {path.back().end, number};
  return true;
}

Path Hierarchy::Query::leg(Plan& plan, Stand& stand, bool& arrived, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  Scratch& s = *scratch_;
  Path path;
  path.length = infinity;
  const auto cut = [&](const Point& near, std::size_t settled) {
    return plan.radius > 0 ? cut_line(plan, near, settled, stand, s.left)
                           : cut_corner(plan, near, settled, stand, s.left);
  };
  const auto next = [&] {
    const auto ahead = std::upper_bound(plan.marks.begin(), plan.marks.end(), stand.number + 1);
    return static_cast<std::size_t>(ahead - plan.marks.begin());
  };
  const double radius = fitting(plan, stand.at);
  if (radius < 0) return path;
  const std::size_t nodes = plan.nodes.size();
  bool done = false;
  for (std::size_t ahead = 1, k = next(); !done && k + ahead + 1 < nodes; ahead *= 2) {
    const std::size_t end = std::min(plan.marks[k + ahead], plan.firm - 1);
    const std::size_t same = settled(plan, stand, end, radius);
    done = same > 0 && cut(plan.places[k], same);
    if (done) plan.held = std::max(plan.held, end);
  }
  arrived = false;
  if (!done) {
    finish(plan, goal);
    if (stand.number >= plan.walk.size()) return path;
    const std::span<const TriangleId> walk = std::span(plan.walk).subspan(stand.number);
    if (!portals_between(world_.mesh(), walk, s.portals) ||
        !s.funnel.pull(walk.front(), s.portals, stand.at, goal, radius, s.left))
      return path;
    const std::size_t k = next();
    arrived = k >= nodes || s.left.empty() || !cut(plan.places[k], s.left.size());
  }
  path.status = Status::found;
  path.segments = s.left;
  path.length = length_of(path.segments);
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
