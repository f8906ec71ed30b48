#include "channel_metric.hpp"

#include <algorithm>

namespace clearway {

Point ChannelMetric::point_of(HalfEdgeId e, const Point& from) const {
  const Triangle& t = mesh.triangles[Mesh::triangle_of(e)];
  const Vertex& a = mesh.vertices[t.vertex[Mesh::side_of(e)]];
  const Vertex& b = mesh.vertices[t.vertex[Mesh::side_of(Mesh::next(e))]];
  if (number == 2) return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  if (number == 1) {
    const Vertex& c = mesh.vertices[t.vertex[Mesh::side_of(Mesh::prev(e))]];
    return {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
  }
  const double dx = b.x - a.x, dy = b.y - a.y, gx = goal.x - from.x, gy = goal.y - from.y;
  const double across = gx * dy - gy * dx;
  const double ax = a.x - from.x, ay = a.y - from.y;
  const double on_line = ax * dy - ay * dx, on_portal = ax * gy - ay * gx;
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
    const double inset = std::min(0.5, radius / length(dx, dy));
    k = std::clamp(k, inset, 1 - inset);
  }
  return {a.x + k * dx, a.y + k * dy};
}

}  // namespace clearway
