// Answers as flat arrays; Python sees them read-only.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/session/paths.hpp"
#include "clearway/session/shared_grid.hpp"

namespace clearway::bindings {

// The answers of one call in a world.
struct PathBatch : PathTable {
  PathBatch() = default;
  explicit PathBatch(Answer&& answer);
  explicit PathBatch(Answers&& answers);

  std::uint64_t version = 0;             // of the world at the time of the call
  std::vector<std::int32_t> rows;        // of the mesh: the channels
  std::vector<std::int64_t> goal_parts;  // of places (session/places.hpp); otherwise empty
};

// The answers of one call on a grid.
struct GridPathBatch : PathColumns {
  GridPathBatch(GridAnswers&& answers, std::int32_t width);

  std::uint64_t version = 0;  // of the grid at the time of the call
  std::vector<std::int64_t> cell_starts{0};
  std::vector<std::int32_t> cells;  // N x 2: x and y
};

}  // namespace clearway::bindings
