#include "corner_exits.hpp"

#include <algorithm>

namespace clearway {

namespace {

// Whether the ray enters the triangle at its corner.
bool enters(const WeightedMesh& mesh, const BeamRay& ray, HalfEdgeId corner) {
  const Mesh& m = mesh.mesh;
  const Point right = m.point(m.target(corner)), left = m.point(m.apex(corner));
  const double to_right = ray.rounded_side(right), to_left = ray.rounded_side(left);
  if (to_right < 0 && to_left > 0) return true;
  return (to_right <= 0 || ray.touches(right, false, mesh.scale)) &&
         (to_left >= 0 || ray.touches(left, false, mesh.scale)) &&
         (rounded_ahead(ray.ahead, right - ray.from) > 0 ||
          rounded_ahead(ray.ahead, left - ray.from) > 0);
}

// Where it meets the opposite side.
double share(const WeightedMesh& mesh, const BeamRay& ray, HalfEdgeId corner) {
  const Mesh& m = mesh.mesh;
  const double before = std::max(ray.rounded_side(m.point(m.apex(corner))), 0.0),
               after = std::max(-ray.rounded_side(m.point(m.target(corner))), 0.0);
  return before + after > 0 ? before / (before + after) : 0.0;
}

}  // namespace

void corner_exits(const WeightedMesh& mesh, const VertexSector& sector, HalfEdgeId arrived,
                  const BeamRay& ray, std::vector<CornerExit>& out) {
  std::vector<HalfEdgeId> corners;  // counter-clockwise
  std::size_t own = 0;
  HalfEdgeId e = sector.first;
  for (Index i = 0; i < sector.count; ++i, e = mesh.mesh.rotate_ccw(e)) {
    if (e == arrived) own = i;
    corners.push_back(e);
  }
  if (length(ray.ahead) == 0) {
    for (const HalfEdgeId corner : corners) out.push_back({corner, 0.0, 1.0});
    return;
  }
  const double weight = mesh.weight_beyond(arrived);
  std::size_t low = own, high = own;
  while (low > 0 && mesh.weight_beyond(corners[low - 1]) == weight) --low;
  while (high + 1 < corners.size() && mesh.weight_beyond(corners[high + 1]) == weight) ++high;
  std::size_t at = own + 1;
  while (at <= high && !enters(mesh, ray, corners[at])) ++at;
  for (std::size_t i = at; i <= high; ++i)  // left of the ray
    out.push_back({corners[i], 0.0, i == at ? share(mesh, ray, corners[i]) : 1.0});
  at = own;
  while (at > low && !enters(mesh, ray, corners[at - 1])) --at;
  for (std::size_t i = at; i > low; --i)  // right of the ray
    out.push_back({corners[i - 1], i == at ? share(mesh, ray, corners[i - 1]) : 0.0, 1.0});
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (i < low || i > high) out.push_back({corners[i], 0.0, 1.0});
}

}  // namespace clearway
