#include "arrivals.hpp"

namespace clearway {

void DiscArrivals::add(TriangleId triangle, DiscRootId root, const DiscWedge& wedge) {
  if (query_.records) {
    query_.records->push_back({triangle, root, wedge.low, wedge.high});
    return;
  }
  query_.goals->for_each_in(triangle, [&](GoalId g) {
    if (query_.goals->are_segments())
      add_segment(g, root, wedge);
    else
      add_point(g, root, wedge);
  });
}

void DiscArrivals::add_point(GoalId g, DiscRootId index, const DiscWedge& wedge) {
  const DiscRoot& root = roots_[index];
  const Point goal = (*query_.goals)[g];
  const Tangent t = tangent(root.circle, {goal, 0.0});
  if (!t.exists || !is_between(wedge.low, wedge.high, t.direction, query_.slack)) return;
  const double angle = roots_.turned(root, t.direction);
  const double cost = roots_.cost_after(root, angle) + t.length;
  if (cost >= tree_.known_length()) return;
  const DiscNode node(index, g, goal, t.direction, cost, angle);
  if (query_.has_many_goals)
    tree_.push(node, cost);
  else if (query_.collision->line(root.circle.touch(t.direction), goal, root.near))
    tree_.push_known(node);
}

// Queues the paths from the root to a goal that is a segment: they end at right angles to it, or at
// its ends. A path that ends elsewhere can be shortened by turning its last line, unless an
// obstacle touches it: then it is a path of that obstacle's root.
void DiscArrivals::add_segment(GoalId goal, DiscRootId index, const DiscWedge& wedge) {
  const DiscRoot& root = roots_[index];
  const FreePart& part = query_.goals->segment(goal);
  const auto add = [&](const Vector& u, double ahead, const Point& end) {
    if (!is_between(wedge.low, wedge.high, u, query_.slack)) return;
    const double angle = roots_.turned(root, u);
    const double cost = roots_.cost_after(root, angle) + ahead;
    tree_.push({index, goal, end, u, cost, angle}, cost);
  };
  const auto add_end = [&](const Point& end) {
    const Tangent t = tangent(root.circle, {end, 0.0});
    if (t.exists) add(t.direction, t.length, end);
  };
  add_end(part.a);
  if (part.a == part.b) return;
  add_end(part.b);
  const Vector along = part.b - part.a;
  const double squared = dot(along, along), length = std::sqrt(squared);
  for (const int side : {+1, -1}) {
    const Vector u{-side * along.y / length, side * along.x / length};
    const Point touch = root.circle.touch(u);
    const double ahead = rounded_ahead(u, part.a - touch), t = dot(along, touch - part.a) / squared;
    if (ahead >= 0 && t > 0 && t < 1)
      add(u, ahead, {part.a.x + t * along.x, part.a.y + t * along.y});
  }
}

}  // namespace clearway
