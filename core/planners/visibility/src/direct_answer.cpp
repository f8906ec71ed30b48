#include "direct_answer.hpp"

#include <limits>
#include <optional>

#include "clearway/planners/optimal.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/common/query_ends.hpp"
#include "planners/visibility/polyline_path.hpp"
#include "query/raycast.hpp"
#include "world/input_side.hpp"

namespace clearway {

bool answer_directly(const World& world, const Corners& corners, const Point& start,
                     const Point& goal, Path& path) {
  const Mesh& mesh = world.mesh();
  path.length = path.lower_bound = std::numeric_limits<double>::infinity();
  const QueryEnds ends(world, start, goal);
  const std::optional<Status> blocked = ends.blocked(world, 0.0);
  path.status = blocked.value_or(Status::no_path);
  if (blocked) return true;
  bool are_connected = start == goal;
  for_each_triangle_at(mesh, ends.start.at, [&](TriangleId a) {
    for_each_triangle_at(mesh, ends.goal.at, [&](TriangleId b) {
      are_connected |=
          mesh.is_free(a) && mesh.is_free(b) && corners.component(a) == corners.component(b);
    });
  });
  if (!are_connected) return true;
  if (is_bent_over(world, start) || is_bent_over(world, goal)) {
    path = OptimalSearch(world).find(start, goal, 0.0);
    return true;
  }
  if (raycast_from_free(world, ends.start, goal, 0.0)) return false;
  write_polyline(world, {start, goal}, path);
  return true;
}

}  // namespace clearway
