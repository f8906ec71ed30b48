#include "gate_disc.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

bool is_disc_empty(const Mesh& mesh, const SearchRecords* records, VertexId v, const Point& foot,
                   std::vector<TriangleId> seen, double margin, std::vector<TriangleId>& reads) {
  const Point at = mesh.point(v);
  const double cx = 0.5 * (foot.x - at.x), cy = 0.5 * (foot.y - at.y);
  const double r = std::sqrt(cx * cx + cy * cy), reach = r * (1 + margin);
  const auto distance_of = [&](HalfEdgeId e, double& size) {
    const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
    const double ax = a.x - at.x, ay = a.y - at.y, dx = b.x - a.x, dy = b.y - a.y;
    size = std::abs(ax) + std::abs(ay) + std::abs(dx) + std::abs(dy);
    const double length2 = dx * dx + dy * dy;
    const double s = std::clamp(((cx - ax) * dx + (cy - ay) * dy) / length2, 0.0, 1.0);
    return distance({ax + s * dx, ay + s * dy}, {cx, cy});
  };
  const auto holds = [&](VertexId u) {
    if (u == v || mesh.is_refinement(u)) return false;
    const Point p = mesh.point(u);
    return distance({p.x - at.x, p.y - at.y}, {cx, cy}) < reach;
  };
  const auto is_before = [&](HalfEdgeId e) {
    const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
    return rounded_side(b - a, {at.x + cx - a.x, at.y + cy - a.y}) > 0;
  };
  std::unordered_set<TriangleId> known;  // the triangles in `seen`, once there are many
  const auto is_seen = [&](TriangleId t) {
    constexpr std::size_t many = 32;
    if (seen.size() < many) return std::find(seen.begin(), seen.end(), t) != seen.end();
    if (known.empty()) known.insert(seen.begin(), seen.end());
    return known.contains(t);
  };
  if (margin > 0)
    for (const TriangleId t : seen)
      if (std::any_of(mesh.triangles[t].vertex, mesh.triangles[t].vertex + 3, holds)) return false;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (Index side = 0; side < 3; ++side) {
      const HalfEdgeId e = Mesh::half_edge(seen[i], side);
      double size;
      const double d = distance_of(e, size);
      if (mesh.constrained(e)) {
        if (d < r * (1 - tolerance::rim) - tolerance::nearest_on_side * size) return false;
        continue;
      }
      if (d >= reach + (margin > 0 ? 1 : -1) * tolerance::nearest_on_side * size) continue;
      const HalfEdgeId other = mesh.twin(e);
      if (margin > 0 && is_before(e) && records != nullptr && records->is_foot(mesh, e)) continue;
      if (is_seen(Mesh::triangle_of(other))) continue;
      reads.push_back(Mesh::triangle_of(other));
      if (holds(mesh.apex(other))) return false;
      seen.push_back(Mesh::triangle_of(other));
      if (!known.empty()) known.insert(Mesh::triangle_of(other));
    }
  }
  return true;
}

}  // namespace clearway
