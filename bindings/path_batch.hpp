// Answers as flat arrays; Python sees them read-only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clearway/session/paths.hpp"
#include "clearway/session/shared_grid.hpp"

namespace clearway::bindings {

// The answers of one call in a world.
struct PathBatch : PathTable {
  PathBatch() = default;
  explicit PathBatch(Answer&& answer);
  explicit PathBatch(Answers&& answers);
  // With the ends that were moved.
  PathBatch(Answers&& answers, std::optional<Snapping>&& snapping);

  std::uint64_t version = 0;             // of the world at the time of the call
  std::vector<std::int32_t> rows;        // of the mesh: the channels
  std::vector<std::int64_t> goal_parts;  // of places (session/places.hpp); otherwise empty
  std::optional<Snapping> snapping;
};

// The argument `snap` of a call: how far blocked ends may be moved; none: they are not.
std::optional<Snapping> snapping_of(std::optional<double> snap);
inline Snapping* pointer(std::optional<Snapping>& snapping) {
  return snapping ? &*snapping : nullptr;
}

// The answers of one call on a grid.
struct GridPathBatch : PathColumns {
  GridPathBatch(GridAnswers&& answers, std::int32_t width);

  std::uint64_t version = 0;  // of the grid at the time of the call
  std::vector<std::int64_t> cell_starts{0};
  std::vector<std::int32_t> cells;  // N x 2: x and y
};

}  // namespace clearway::bindings
