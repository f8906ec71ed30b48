#include "corner_search.hpp"

#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/query_ends.hpp"
#include "way_channel.hpp"
#include "world/input_side.hpp"

namespace clearway {

bool answer_at_once(const World& world, const Corners& corners, const Point& start,
                    const Point& goal, Path& path) {
  const Mesh& mesh = world.mesh();
  path.length = path.lower_bound = std::numeric_limits<double>::infinity();
  const QueryEnds ends(world, start, goal);
  const Location &from = ends.start.at, &to = ends.goal.at;
  const std::optional<Status> blocked = ends.blocked(world, 0.0);
  path.status = blocked.value_or(Status::no_path);
  if (blocked) return true;
  bool connected = start == goal;
  for_each_triangle_at(mesh, from, [&](TriangleId a) {
    for_each_triangle_at(mesh, to, [&](TriangleId b) {
      connected |=
          mesh.is_free(a) && mesh.is_free(b) && corners.component(a) == corners.component(b);
    });
  });
  if (!connected) return true;
  // What is seen from an end is told by the mesh alone.
  if (is_bent_over(world, start) || is_bent_over(world, goal)) {
    path = OptimalSearch(world).find(start, goal, 0.0);
    return true;
  }
  if (raycast_from_free(world, ends.start, goal, 0.0)) return false;
  write_way(world, {start, goal}, path);
  return true;
}

void write_way(const World& world, const std::vector<Point>& way, Path& path) {
  for (std::size_t i = 1; i < way.size(); ++i)
    if (way[i - 1] != way[i]) path.segments.push_back({way[i - 1], way[i], {}, 0.0, 0});
  if (path.segments.empty()) {
    const Mesh& mesh = world.mesh();
    for_each_triangle_at(mesh, world.locate(way.front()), [&](TriangleId t) {
      if (mesh.is_free(t) && path.channel.empty()) path.channel.push_back(t);
    });
  } else {
    path.channel = way_channel(world, way);
  }
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
}

}  // namespace clearway
