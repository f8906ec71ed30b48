#include "clearway/grid/planner.hpp"

#include <chrono>
#include <limits>

namespace clearway {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::int32_t sign(std::int32_t v) { return (v > 0) - (v < 0); }

void write(const Grid& grid, const CellRoute& walk, const Frame& frame, GridPath& path) {
  const auto number = [&grid](const Cell& c) {
    return static_cast<std::uint32_t>(std::int64_t{c.y} * grid.width() + c.x);
  };
  path.cells.push_back(number(walk.corners.front()));
  for (std::size_t k = 1; k < walk.corners.size(); ++k) {
    const Cell a = walk.corners[k - 1], b = walk.corners[k];
    path.segments.push_back({frame.centre(a), frame.centre(b), {}, 0.0, 0});
    const std::int32_t dx = sign(b.x - a.x), dy = sign(b.y - a.y);
    for (Cell c = a; !(c == b);) {
      c = {c.x + dx, c.y + dy};
      path.cells.push_back(number(c));
    }
  }
}

}  // namespace

Steps CellRoute::steps() const {
  Steps out;
  for (std::size_t k = 1; k < corners.size(); ++k) out = out + octile(corners[k - 1], corners[k]);
  return out;
}

void extend(CellRoute& walk, const Cell& next) {
  std::vector<Cell>& c = walk.corners;
  if (!c.empty() && c.back() == next) return;
  if (c.size() >= 2) {
    const Cell &a = c[c.size() - 2], &b = c.back();
    if (sign(b.x - a.x) == sign(next.x - b.x) && sign(b.y - a.y) == sign(next.y - b.y)) {
      c.back() = next;
      return;
    }
  }
  c.push_back(next);
}

void extend_bent(CellRoute& walk, const Cell& next) {
  const Cell from = walk.corners.back();
  const auto diagonal = static_cast<std::int32_t>(octile(from, next).diagonal);
  extend(walk,
         {from.x + sign(next.x - from.x) * diagonal, from.y + sign(next.y - from.y) * diagonal});
  extend(walk, next);
}

GridPath GridPlanner::find(const Cell& start, const Cell& goal, const Frame& frame,
                           std::vector<std::uint32_t>* explored) {
  const auto began = std::chrono::steady_clock::now();
  explored_ = explored;
  GridPath path;
  path.length = path.lower_bound = infinity;
  CellRoute walk;
  if (!grid_.is_free(start)) {
    path.status = Status::start_blocked;
  } else if (!grid_.is_free(goal)) {
    path.status = Status::goal_blocked;
  } else if (start == goal || search(start, goal, walk, path.stats)) {
    if (walk.corners.empty()) walk.corners.push_back(start);
    const Steps steps = walk.steps(), least = octile(start, goal);
    path.status = Status::found;
    path.length = frame.cell * steps.length();
    path.optimal = exact() || steps == least;
    path.lower_bound = path.optimal ? path.length : frame.cell * least.length();
    write(grid_, walk, frame, path);
  } else {
    path.status = Status::no_path;
  }
  explored_ = nullptr;
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
