// A grid that many threads read and change, its position in the plane, and the data that its
// planners keep between calls. Threads and forks: as for SharedWorld.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/session/detail/lock.hpp"
#include "clearway/session/grid_planners.hpp"

namespace clearway {

struct GridAnswers {
  std::uint64_t version = 0;  // of the grid
  std::vector<GridPath> paths;
};

// A path of planner "hpa*" over the graph of its clusters.
struct GridPlan {
  Status status = Status::no_path;
  double length = 0.0;  // infinite unless found
  std::uint64_t version = 0;
  std::vector<Cell> subgoals;  // the first cell in each cluster that it enters, then the goal
};

// The graph of planner "hpa*".
struct GridGraph {
  std::vector<Cell> cells;
  std::vector<std::uint32_t> edges;  // two rows of `cells` each; across a border, then inside
  std::vector<double> lengths;       // of the edges
  std::size_t across = 0;            // how many of the edges cross a border
};

class SharedGrid {
 public:
  // See Grid.
  SharedGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
             const Frame& frame, bool corner_cutting = false);
  ~SharedGrid();

  std::int32_t width() const;
  std::int32_t height() const;
  const Frame& frame() const;
  // Calls f(const Grid&) under a shared lock.
  template <class F>
  auto read(F&& f) const;

  // Grid::assign. Returns whether anything changed. Preparations are repaired at the next query.
  bool assign(const CellBox& box, std::span<const std::uint8_t> blocked);

  // Prepares the data of the planner. Returns their size in bytes, 0 if it needs none.
  std::size_t prepare(const GridPlannerSpec& planner, const GridOptions& options = {}) const;
  // One path for each start, in this order; the answers do not depend on the number of threads.
  // Throws InvalidInput if the numbers of starts and goals differ, and for a cell outside the grid.
  GridAnswers find_paths(const GridPlannerSpec& planner, std::span<const Cell> starts,
                         std::span<const Cell> goals, std::size_t threads,
                         const GridOptions& options = {}) const;
  // The length of the shortest path from every cell to the nearest of these free cells, row by row;
  // infinite where there is none. Throws InvalidInput for a cell that is outside or blocked.
  std::vector<double> distances(std::span<const Cell> cells) const;
  // The first step of planner "hpa*"; the cells must lie inside the grid, else InvalidInput.
  GridPlan find_subgoals(const Cell& start, const Cell& goal, const GridOptions& options) const;
  GridGraph cluster_graph(const GridOptions& options) const;
  // The cells that a search expands, in order.
  std::vector<Cell> explored(const GridPlannerSpec& planner, const Cell& start, const Cell& goal,
                             const GridOptions& options = {}) const;

 private:
  friend class GridReading;
  struct State;
  std::unique_ptr<State> state_;
};

// A shared lock on a grid. The shared grid must outlive it.
class GridReading {
 public:
  explicit GridReading(const SharedGrid& shared);
  const Grid& grid() const { return grid_; }

 private:
  Hold hold_;
  const Grid& grid_;
};

template <class F>
auto SharedGrid::read(F&& f) const {
  const GridReading reading(*this);
  return std::forward<F>(f)(reading.grid());
}

}  // namespace clearway
