#include "world/only_segment.hpp"

#include "world_access.hpp"

namespace clearway {

std::optional<std::pair<Point, Point>> only_segment_along(const World& world, HalfEdgeId e) {
  const auto& state = WorldAccess::state(world);
  const Mesh& mesh = world.mesh();
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  if (state.triangulation.owners.count(a, b, SegmentId(0), none) != 1) return std::nullopt;
  const SegmentId s = state.triangulation.owners.first(a, b);
  return std::pair{mesh.point(state.chains.start_of(s)), mesh.point(state.chains.end_of(s))};
}

}  // namespace clearway
