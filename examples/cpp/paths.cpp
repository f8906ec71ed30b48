// A shared world, an edit, the path of a disc under watch, and a batch over threads: the core
// without Python.
#include "clearway/session/paths.hpp"

#include <cstdio>
#include <vector>

#include "clearway/session/shared_world.hpp"
#include "clearway/verify/verify.hpp"

using clearway::Obstacles;
using clearway::Path;
using clearway::Point;
using clearway::Role;
using clearway::Status;

int main() {
  Obstacles bounds;
  bounds.add(-1, Role::shell, std::vector<Point>{{0, 0}, {100, 0}, {100, 60}, {0, 60}});
  clearway::SharedWorld world(bounds);

  Obstacles boxes;
  const clearway::Handle first = world.reserve_handles(3);
  boxes.add(first, Role::shell, std::vector<Point>{{30, 0}, {40, 0}, {40, 25}, {30, 25}});
  boxes.add(first + 1, Role::shell, std::vector<Point>{{30, 35}, {40, 35}, {40, 60}, {30, 60}});
  world.apply({}, boxes);

  const clearway::PlannerSpec& planner = clearway::planner_named("optimal");
  const double radius = 4;  // the gap is 10 wide
  const Point start{10, 10};
  const clearway::Answer through = find_path(world, planner, start, {90, 10}, radius);
  std::printf("through the gap: %.3f\n", through.path.length);
  const auto verdict = world.read([&](const clearway::World& w) {
    return clearway::verify(w.bounds(), w.obstacles(w.handles()), through.path.segments);
  });
  std::printf("clearance: %.3f\n", verdict.clearance);

  // An edit that opens the world leaves the path as it is; a post in the gap blocks it.
  const auto id = world.watch(through.path.segments, start, radius, false, through.version);
  world.apply(std::vector{first + 1}, {});
  std::printf("blocked: %zu\n", world.reports().list.size());
  Obstacles post;
  post.add(first + 2, Role::post, std::vector<Point>{{35, 29}});
  world.apply({}, post);
  for (const auto& report : world.reports().list)
    std::printf("blocked: %s\n", report.id == id ? "the path through the gap" : "?");
  world.apply(std::vector{first + 2}, {});

  // A batch: two threads, one version of the world.
  const std::vector<Point> goals{{90, 10}, {90, 50}, {35, 10}};
  const std::vector<Point> starts(goals.size(), start);
  const std::vector<double> radii(goals.size(), radius);
  const auto answers = find_paths(world, planner, starts, goals, radii, 2);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Path& path = answers.paths[i];
    if (path.status == Status::found)
      std::printf("to (%g, %g): %.3f%s\n", goals[i].x, goals[i].y, path.length,
                  path.optimal ? ", proved shortest" : "");
    else
      std::printf("to (%g, %g): no path\n", goals[i].x, goals[i].y);
  }
  return through.path.status == Status::found ? 0 : 1;
}
