// A grid that many threads read and change, its position in the plane, and what its planners keep
// between calls. It treats threads and forks like SharedWorld.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clearway/session/fork.hpp"
#include "clearway/session/grid_planners.hpp"
#include "clearway/session/lock.hpp"
#include "clearway/session/pool.hpp"

namespace clearway {

struct GridAnswers {
  std::uint64_t version = 0;  // of the grid
  std::vector<GridPath> paths;
};

class SharedGrid {
 public:
  // See Grid.
  SharedGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
             const Frame& frame);
  ~SharedGrid();

  std::int32_t width() const { return grid_.width(); }
  std::int32_t height() const { return grid_.height(); }
  const Frame& frame() const { return frame_; }
  // Calls f(const Grid&) under a shared lock.
  template <class F>
  auto read(F&& f) const {
    const Hold hold(lock_, Hold::shared);
    return std::forward<F>(f)(grid_);
  }

  // Grid::assign. Returns whether anything changed. Preparations are repaired at the next query.
  bool assign(const CellBox& box, std::span<const std::uint8_t> blocked);

  // Prepares what the planner needs. Returns its size in bytes, 0 if it needs nothing.
  std::size_t prepare(const GridPlannerSpec& planner, const GridOptions& options = {}) const;
  // One path for each start, in this order; the answers do not depend on the number of threads.
  // Throws InvalidInput if the numbers of starts and goals differ, and for a cell outside the grid.
  GridAnswers find_paths(const GridPlannerSpec& planner, std::span<const Cell> starts,
                         std::span<const Cell> goals, std::size_t threads,
                         const GridOptions& options = {}) const;
  // The cells that a search expands, in order.
  std::vector<Cell> explored(const GridPlannerSpec& planner, const Cell& start, const Cell& goal,
                             const GridOptions& options = {}) const;

 private:
  struct Query;
  class Asking;
  void make_ready(const Query& query) const;
  void check_cells(std::span<const Cell> cells, const char* name) const;

  Grid grid_;
  Frame frame_;
  mutable Lock lock_{"grid", "changed"};
  // The preparations of planners, by GridPlannerSpec::key. Guarded by `lock_`.
  mutable std::map<std::string, std::unique_ptr<GridAbstraction>> prepared_;
  // Idle searches, by planner and options; they refer to the preparations. Guarded by `naming_`,
  // which is locked inside `lock_`.
  mutable std::mutex naming_;
  mutable std::map<std::string, Pool<GridPlanner>> idle_;

  void after_fork() noexcept;
  AtFork at_fork_{[](void* g) { static_cast<SharedGrid*>(g)->after_fork(); }, this};
};

}  // namespace clearway
