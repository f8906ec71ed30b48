#include "lower_bound.hpp"

#include <algorithm>
#include <limits>

#include "geometry/construction.hpp"

namespace clearway {

// With one goal, the length of the path over a point of the portal is a convex function of that
// point, so that the shortest one is straight or passes an end of the interval.
DiscBound lower_bound(const DiscQuery& query, const DiscRoots& roots, const DiscRoot& root,
                      const Point& right, const Vector& portal, const DiscWedge& wedge) {
  const auto& [low, high] = wedge;
  const Goals& goals = *query.goals;
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
      return {roots.cost_after(root, std::max(angle, roots.turned_at_least(root, t.direction))) +
                  t.length,
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
  return {best, angle};
}

}  // namespace clearway
