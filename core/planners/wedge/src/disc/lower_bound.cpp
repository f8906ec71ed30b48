#include "lower_bound.hpp"

#include <algorithm>
#include <limits>

#include "geometry/construction.hpp"

namespace clearway {

namespace {

// The least sine of the angle at which a line crosses a portal: below, the crossing is too inexact.
constexpr double least_crossing_sine = 0x1p-5;

// By what remains from the ends of the portal. Where x moves along the portal, the cost of crossing
// it at x changes by at most as much as the distance from x to an end: so over each end, the line
// that crosses farthest from it gives the least.
double remaining_bound(const DiscQuery& query, const DiscRoots& roots, const DiscRoot& root,
                       const Mesh& mesh, HalfEdgeId exit, const DiscWedge& wedge) {
  const VertexId ends[] = {mesh.target(exit), mesh.origin(exit)};  // far from low, far from high
  const Point right = mesh.point(ends[1]);
  const Vector portal = mesh.point(ends[0]) - right;
  const double least = least_crossing_sine * length(portal);
  double best = 0.0;
  for (const int i : {0, 1}) {
    const Vector& u = i == 0 ? wedge.low : wedge.high;
    const double across = rounded_side(u, portal);
    if (across < least) return 0.0;
    const Point touch = root.circle.touch(u);
    const double ahead = std::max(0.0, cross(right - touch, portal) / across);
    const Point x{touch.x + ahead * u.x, touch.y + ahead * u.y};
    const double cost = roots.cost_after(root, roots.turned_at_least(root, u)) + ahead;
    best = std::max(best, cost + query.remaining->from(ends[i]) - length(mesh.point(ends[i]) - x));
  }
  return best;
}

}  // namespace

// With one goal, the length of the path over a point of the portal is a convex function of that
// point, so that the shortest one is straight or passes an end of the interval.
DiscBound lower_bound(const DiscQuery& query, const DiscRoots& roots, const DiscRoot& root,
                      const Mesh& mesh, HalfEdgeId exit, const DiscWedge& wedge) {
  const Point right = mesh.point(mesh.origin(exit));
  const Vector portal = mesh.point(mesh.target(exit)) - right;
  const auto& [low, high] = wedge;
  const Goals& goals = *query.goals;
  const double least =
      query.remaining ? remaining_bound(query, roots, root, mesh, exit, wedge) : 0.0;
  const double angle = roots.turned_at_least(root, root.circle.rho < 0 ? high : low);
  if (query.has_many_goals) {
    const Point left{right.x + portal.x, right.y + portal.y};
    const double portal_distance = std::max(0.0, away(root.circle.center, right, left) - query.r);
    return {std::max(roots.cost_after(root, angle) + portal_distance,
                     root.cost + goals.least_distance(root.circle.touch(root.arrival))),
            angle};
  }
  // A goal on the root's side of the portal is mirrored at it, as in Polyanya.
  Point goal = goals[GoalId(0)];
  const double before = std::max(0.0, cross(portal, goal - right)),
               k = 2 * before / dot(portal, portal);
  goal = {goal.x + k * portal.y, goal.y - k * portal.x};
  const bool beyond_low = root.circle.rounded_side(low, goal) < 0,
             beyond_high = root.circle.rounded_side(high, goal) > 0;
  if (!(beyond_low | beyond_high)) {
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (t.exists && is_between(low, high, t.direction, query.slack))
      return {std::max(least, roots.cost_after(
                                  root, std::max(angle, roots.turned_at_least(root, t.direction))) +
                                  t.length),
              angle};
  }
  double best = std::numeric_limits<double>::infinity();
  const auto by = [&](const Vector& u) {
    const Point touch = root.circle.touch(u);
    const double across = rounded_side(u, portal);
    const double ahead = across != 0 ? std::max(0.0, cross(right - touch, portal) / across) : 0.0;
    const double rolled =
        (root.circle.rho < 0) == (&u == &high) ? angle : roots.turned_at_least(root, u);
    best = std::min(best, roots.cost_after(root, rolled) + ahead +
                              length(goal - Point{touch.x + ahead * u.x, touch.y + ahead * u.y}));
  };
  if (beyond_low || !beyond_high) by(low);
  if (beyond_high || !beyond_low) by(high);
  return {std::max(best, least), angle};
}

}  // namespace clearway
