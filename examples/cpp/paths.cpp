// A world, an edit, the path of a disc, and a batch: the core without Python.
#include <cstdio>
#include <vector>

#include "clearway/planners/optimal.hpp"
#include "clearway/verify/verify.hpp"
#include "clearway/world/world.hpp"

using clearway::Obstacles;
using clearway::Path;
using clearway::Point;
using clearway::Role;
using clearway::Status;

int main() {
  Obstacles bounds;
  bounds.add(-1, Role::shell, std::vector<Point>{{0, 0}, {100, 0}, {100, 60}, {0, 60}});
  clearway::World world(bounds);

  Obstacles boxes;
  const clearway::Handle first = world.reserve_handles(2);
  boxes.add(first, Role::shell, std::vector<Point>{{30, 0}, {40, 0}, {40, 25}, {30, 25}});
  boxes.add(first + 1, Role::shell, std::vector<Point>{{30, 35}, {40, 35}, {40, 60}, {30, 60}});
  world.apply({}, boxes);

  clearway::OptimalSearch search(world);
  const double radius = 4;  // the gap is 10 wide
  const Path through = search.find({10, 10}, {90, 10}, radius);
  std::printf("through the gap: %.3f\n", through.length);
  const auto verdict =
      clearway::verify(world.ground(), world.obstacles(world.handles()), through.segments);
  std::printf("clearance: %.3f\n", verdict.clearance);

  // An edit: the upper box gives way, and the same search object sees it.
  world.apply(std::vector{first + 1}, {});
  std::vector<Point> goals{{90, 10}, {90, 50}, {35, 10}};
  for (const Point& goal : goals) {
    const Path path = search.find({10, 10}, goal, radius);
    if (path.status == Status::found)
      std::printf("to (%g, %g): %.3f%s\n", goal.x, goal.y, path.length,
                  path.optimal ? ", proved shortest" : "");
    else
      std::printf("to (%g, %g): no path\n", goal.x, goal.y);
  }
  return through.status == Status::found ? 0 : 1;
}
