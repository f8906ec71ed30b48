#include "planners/visibility/polyline_path.hpp"

#include "geometry/construction.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/common/polyline_channel.hpp"

namespace clearway {

void write_polyline(const World& world, const std::vector<Point>& polyline, Path& path) {
  for (std::size_t i = 1; i < polyline.size(); ++i)
    if (polyline[i - 1] != polyline[i])
      path.segments.push_back({polyline[i - 1], polyline[i], {}, 0.0, 0});
  if (path.segments.empty()) {
    const Mesh& mesh = world.mesh();
    for_each_triangle_at(mesh, world.locate(polyline.front()), [&](TriangleId t) {
      if (mesh.is_free(t) && path.channel.empty()) path.channel.push_back(t);
    });
  } else {
    path.channel = polyline_channel(world, polyline);
  }
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
}

}  // namespace clearway
