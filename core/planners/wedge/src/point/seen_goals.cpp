#include "seen_goals.hpp"

#include <optional>

#include "geometry/construction.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// The point of a goal that is nearest to the root, between the rays. The distance is a convex
// function along the goal, so it is the foot of the perpendicular, or an end of the part between
// the rays. Where that end is on a ray, a path that bends there is shorter, or another wedge of the
// root contains the foot: the point is needed only where rounding hides both.
std::optional<Point> nearest_seen(const Mesh& mesh, const PointSides& sides, const Ray& left,
                                  const Ray& right, const Point& root, const FreePart& goal) {
  const Point &a = goal.a, &b = goal.b;
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  double from = 0.0, to = 1.0;
  const auto clip = [&](const Ray& ray, int inside) {
    const int at_a = inside * sides.of(ray, a), at_b = inside * sides.of(ray, b);
    if (at_a >= 0 && at_b >= 0) return true;
    if (at_a < 0 && at_b < 0) return false;
    const double s = ray.turn(ray.from, a), t = ray.turn(ray.from, b);
    const double x = at_a == 0 ? 0.0 : at_b == 0 ? 1.0 : std::clamp(s / (s - t), 0.0, 1.0);
    if (at_a < 0)
      from = std::max(from, x);
    else
      to = std::min(to, x);
    // A wedge without width sees one point, whose two parameters are rounded.
    return from <= to + tolerance::length;
  };
  if (!clip(left, -1) || !clip(right, +1)) return std::nullopt;
  const double foot = squared > 0 ? ((root.x - a.x) * dx + (root.y - a.y) * dy) / squared : 0.0;
  const double t = std::max(from, std::min(foot, to));
  if (t <= 0) return a;
  if (t >= 1) return b;
  return brought_into(mesh, goal.triangle, {a.x + t * dx, a.y + t * dy});
}

}  // namespace

void SeenGoals::add_at_source(PointRootId root, TriangleId t) {
  if (s_.records) s_.records->push_back({t, root, none, none});
  const Point start = s_.tree.root(root).at;
  s_.goals->for_each_in(t, [&](GoalId g) {
    if (!s_.portals.is_direct(g)) return;
    const Point end = s_.goals->are_segments()
                          ? brought_into(s_.mesh, t,
                                         nearest_on_segment(s_.goals->segment(g).a,
                                                            s_.goals->segment(g).b, start))
                          : (*s_.goals)[g];
    s_.tree.push_goal(g, end, Mesh::half_edge(t, 0), root, none);
  });
}

void SeenGoals::add(VertexId left_corner, VertexId right_corner, HalfEdgeId step, PointRootId root,
                    SearchNodeId parent) {
  const TriangleId t = Mesh::triangle_of(step);
  if (s_.records) {
    s_.records->push_back({t, root, left_corner, right_corner});
    return;
  }
  const Ray left = boundary_ray(s_.mesh, s_.tree.roots(), s_.tree.root(root), left_corner),
            right = boundary_ray(s_.mesh, s_.tree.roots(), s_.tree.root(root), right_corner);
  const auto is_seen = [&](const Point& p) {
    return s_.sides.of(left, p) <= 0 && s_.sides.of(right, p) >= 0;
  };
  s_.goals->for_each_in(t, [&](GoalId g) {
    if (s_.goals->are_segments()) {
      if (const auto end = nearest_seen(s_.mesh, s_.sides, left, right, s_.tree.root(root).at,
                                        s_.goals->segment(g)))
        s_.tree.push_goal(g, *end, step, root, parent);
      return;
    }
    const Point p = (*s_.goals)[g];
    if (!(is_seen(p) || is_seen(brought_into(s_.mesh, t, p))) || !s_.portals.can_arrive(g, step))
      return;
    s_.tree.push_goal(g, p, step, root, parent);
  });
}

}  // namespace clearway
