// The metrics of channels (ChannelSearch::find): the point of a half-edge through which the
// polyline that measures a channel passes.
#pragma once

#include <algorithm>
#include <cmath>

#include "clearway/mesh/mesh.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

struct ChannelMetric {
  const Mesh& mesh;
  Point goal;
  double radius;
  int number;  // 1 to 4

  static double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

  // `from`: the previous point of the polyline.
  Point point_of(HalfEdgeId e, const Point& from) const;
};

inline Point ChannelMetric::point_of(HalfEdgeId e, const Point& from) const {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
  if (number == 2) return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  if (number == 1) return centroid(a, b, mesh.point(mesh.apex(e)));
  const Vector portal = b - a, to_goal = goal - from, to_a = a - from;
  const double across = rounded_side(to_goal, portal), on_line = rounded_side(to_a, portal),
               on_portal = rounded_side(to_a, to_goal);
  double k;  // position on the portal, from 0 at a to 1 at b
  if (across != 0 && on_line * across >= 0 && std::abs(on_line) <= std::abs(across) &&
      on_portal * across >= 0 && std::abs(on_portal) <= std::abs(across)) {
    k = on_portal / across;
  } else {
    const double da = (goal.x - a.x) * (goal.x - a.x) + (goal.y - a.y) * (goal.y - a.y);
    const double db = (goal.x - b.x) * (goal.x - b.x) + (goal.y - b.y) * (goal.y - b.y);
    k = da < db ? 0.0 : 1.0;
  }
  if (number == 4 && radius > 0) {
    const double inset = std::min(0.5, radius / length(portal.x, portal.y));
    k = std::clamp(k, inset, 1 - inset);
  }
  return {a.x + k * portal.x, a.y + k * portal.y};
}

}  // namespace clearway
