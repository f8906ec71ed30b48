// The grid as Python holds it: the core's Grid, where it lies, a lock, and what is kept
// between calls. The order of GIL and lock is that of bound_world.hpp.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "clearway/grid/abstraction.hpp"
#include "clearway/grid/planner.hpp"

namespace clearway::bindings {

struct BoundGrid {
  BoundGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
            const Frame& frame)
      : grid(width, height, blocked), frame(frame) {}

  Grid grid;
  Frame frame;
  mutable std::shared_mutex mutex;  // shared to ask, exclusive to change

  // Guarded by `cache`, taken inside `mutex`: searches not in use, with their scratch.
  mutable std::mutex cache;
  mutable std::map<std::string, std::vector<std::unique_ptr<GridPlanner>>> idle;

  // Guarded by `mutex`: what planners have prepared, by name and parameters. Only grows.
  mutable std::map<std::string, std::unique_ptr<GridAbstraction>> prepared;
};

}  // namespace clearway::bindings
