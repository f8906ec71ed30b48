#include "legs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>

#include "clearway/query/queries.hpp"
#include "ends.hpp"
#include "geometry/tolerances.hpp"
#include "plan/channel.hpp"
#include "plan/validity.hpp"
#include "query/free.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

// Portals that are tried for one where a disc fits at both ends. Each costs two funnels; where this
// many in a row are too narrow, looking farther ahead is cheaper.
constexpr std::size_t max_portals = 8;

bool is_same(const Segment& a, const Segment& b) {
  return a.start == b.start && a.end == b.end && a.turn == b.turn &&
         (a.turn == 0 || (a.center == b.center && a.radius == b.radius));
}

}  // namespace

// The radius of the plan. If rounding has put the position closer to an obstacle, which the funnel
// does not allow, the largest radius that fits; negative: it is closer by more than rounding.
double LegBuilder::fitting_radius(const Plan& plan, const Point& point) const {
  if (plan.radius == 0 || fits(world_, point, plan.radius)) return plan.radius;
  const double fits = clearance(world_, point);
  return fits < plan.radius - position_tolerance(plan, point) ? -1.0 : std::min(fits, plan.radius);
}

// How many segments of path_ are settled by the portal into the triangle with index `end`, or by
// one shortly before it if a disc does not fit at its ends.
std::size_t LegBuilder::settled_segments(const Plan& plan, const PlanPosition& position,
                                         std::size_t end, double radius) {
  const Mesh& mesh = world_.mesh();
  if (end <= position.index + 1 || end >= plan.channel.size()) return 0;
  const std::span<const TriangleId> channel =
      std::span(plan.channel).subspan(position.index, end + 1 - position.index);
  if (!portals_between(mesh, channel, portals_)) return 0;
  for (std::size_t tries = 0; portals_.size() > 1 && tries < max_portals; ++tries) {
    const HalfEdgeId portal = portals_.back();
    portals_.pop_back();
    Point left = mesh.point(mesh.origin(portal)), right = mesh.point(mesh.target(portal));
    if (radius > 0) {
      const Point d{right.x - left.x, right.y - left.y};
      constexpr double half = 0.5;  // beyond it the two points change places
      const double share = radius * (1 + tolerance::beside_portal) / std::hypot(d.x, d.y);
      left = {left.x + share * d.x, left.y + share * d.y};
      right = {right.x - share * d.x, right.y - share * d.y};
      if (share > half || !fits(world_, left, radius) || !fits(world_, right, radius)) continue;
    }
    const TriangleId first = channel.front();
    if (!funnel_.pull(first, portals_, position.point, left, radius, path_) ||
        !funnel_.pull(first, portals_, position.point, right, radius, other_))
      continue;
    std::size_t same = 0;
    while (same < path_.size() && same < other_.size() && is_same(path_[same], other_[same]))
      ++same;
    return same;
  }
  return 0;
}

// Looks ahead to the node after the next one, and twice as far each time that nothing is settled
// yet. True: path_ is a leg, and the position is its end.
bool LegBuilder::cut_settled(Plan& plan, PlanPosition& position, double radius) {
  const std::size_t nodes = plan.nodes.size(), next = next_node(plan, position);
  for (std::size_t ahead = 1; next + ahead + 1 < nodes; ahead *= 2) {
    const std::size_t end = std::min(plan.node_marks[next + ahead], plan.fixed - 1);
    const std::size_t settled = settled_segments(plan, position, end, radius);
    if (settled > 0 &&
        cut_leg(world_.mesh(), plan, plan.node_positions[next], settled, position, path_)) {
      plan.relied_on = std::max(plan.relied_on, end);
      return true;
    }
  }
  return false;
}

bool LegBuilder::pull_to_goal(const Plan& plan, const PlanPosition& position, const Point& goal,
                              double radius) {
  if (position.index >= plan.channel.size()) return false;
  const std::span<const TriangleId> channel = std::span(plan.channel).subspan(position.index);
  return portals_between(world_.mesh(), channel, portals_) &&
         funnel_.pull(channel.front(), portals_, position.point, goal, radius, path_);
}

Path LegBuilder::next(Plan& plan, PlanPosition& position, bool& arrived, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  Path out;
  out.length = std::numeric_limits<double>::infinity();
  const double radius = fitting_radius(plan, position.point);
  if (radius < 0) return out;
  arrived = false;
  if (!cut_settled(plan, position, radius)) {
    complete_channel(exact_, goal, plan);
    if (!pull_to_goal(plan, position, goal, radius)) return out;
    const std::size_t next = next_node(plan, position);
    arrived =
        next >= plan.nodes.size() || path_.empty() ||
        !cut_leg(world_.mesh(), plan, plan.node_positions[next], path_.size(), position, path_);
  }
  out.status = Status::found;
  out.segments = path_;
  out.length = length_of(out.segments);
  out.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return out;
}

}  // namespace clearway
