#include "clearway/grid/planner.hpp"

#include <chrono>

#include "base/infinity.hpp"
#include "grid/cell_route.hpp"

namespace clearway {

namespace {

void write(const Grid& grid, const CellRoute& route, const Frame& frame, GridPath& path) {
  const auto number = [&grid](const Cell& c) {
    return static_cast<std::uint32_t>(std::int64_t{c.y} * grid.width() + c.x);
  };
  path.cells.push_back(number(route.corners.front()));
  for (std::size_t k = 1; k < route.corners.size(); ++k) {
    const Cell a = route.corners[k - 1], b = route.corners[k];
    path.segments.push_back({frame.centre(a), frame.centre(b), {}, 0.0, 0});
    const std::int32_t dx = sign(b.x - a.x), dy = sign(b.y - a.y);
    for (Cell c = a; !(c == b);) {
      c = {c.x + dx, c.y + dy};
      path.cells.push_back(number(c));
    }
  }
}

}  // namespace

GridPath GridPlanner::find(const Cell& start, const Cell& goal, const Frame& frame,
                           std::vector<std::uint32_t>* explored) {
  const auto began = std::chrono::steady_clock::now();
  explored_ = explored;
  GridPath path;
  path.length = path.lower_bound = infinity;
  CellRoute route;
  if (!grid_.is_free(start)) {
    path.status = Status::start_blocked;
  } else if (!grid_.is_free(goal)) {
    path.status = Status::goal_blocked;
  } else if (start == goal || search(start, goal, route, path.stats)) {
    if (route.corners.empty()) route.corners.push_back(start);
    const Steps steps = route.steps(), least = octile(start, goal);
    path.status = Status::found;
    path.length = frame.cell * steps.length();
    path.optimal = exact() || steps == least;
    path.lower_bound = path.optimal ? path.length : frame.cell * least.length();
    write(grid_, route, frame, path);
  } else {
    path.status = Status::no_path;
  }
  explored_ = nullptr;
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
