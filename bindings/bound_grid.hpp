// The grid as Python holds it: the core's Grid, where it lies, a lock, and what is kept
// between calls. Every method takes the lock by a Reading or a Changing (call.hpp).
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "clearway/grid/abstraction.hpp"
#include "clearway/grid/planner.hpp"
#include "fork.hpp"
#include "lock.hpp"
#include "pool.hpp"

namespace clearway::bindings {

struct BoundGrid {
  BoundGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
            const Frame& frame)
      : grid(width, height, blocked), frame(frame) {}

  Grid grid;
  Frame frame;
  mutable Lock lock{"grid", "changed"};

  // Guarded by `lock`: what planners have prepared, by name and parameters.
  mutable std::map<std::string, std::unique_ptr<GridAbstraction>> prepared;
  // Searches not in use; they refer to what is prepared. Guarded by `naming`, taken inside `lock`.
  using Idle = std::map<std::string, Pool<GridPlanner>>;
  mutable std::mutex naming;
  mutable Idle idle;

 private:
  void after_fork() noexcept;
  AtFork at_fork_{[](void* g) { static_cast<BoundGrid*>(g)->after_fork(); }, this};
};

}  // namespace clearway::bindings
