#include "straight_path.hpp"

#include "geometry/construction.hpp"
#include "mesh/line_walk.hpp"
#include "world/input_side.hpp"

namespace clearway {

bool find_straight_path(const World& world, const LocatedPoint& start, const LocatedPoint& goal,
                        Path& path) {
  const Mesh& mesh = world.mesh();
  if (start.point == goal.point) return false;
  const Point line[] = {start.point, goal.point};
  if (walk_line(mesh, line, start.at, goal.at, path.channel) != Walked::arrived) return false;
  if (is_off(mesh, start.at, start.point) || is_off(mesh, goal.at, goal.point)) {
    path.channel.clear();
    return false;
  }
  path.segments.push_back({start.point, goal.point, {}, 0.0, 0});
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
  path.stats.expanded = path.channel.size();
  return true;
}

}  // namespace clearway
