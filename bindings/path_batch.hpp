// Answers as flat arrays; Python sees them read-only.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/session/paths.hpp"
#include "clearway/session/shared_grid.hpp"

namespace clearway::bindings {

// What the answers of worlds and of grids have in common.
struct PathArrays {
  std::uint64_t version = 0;  // of the world or grid at the time of the call
  std::vector<std::uint8_t> status, optimal;
  std::vector<double> length, lower_bound, seconds, segments;
  std::vector<std::int64_t> segment_starts{0}, expanded, generated;

 protected:
  template <class P>
  void append(const P& path);
};

// The answers of one call in a world.
struct PathBatch : PathArrays {
  PathBatch() = default;
  explicit PathBatch(Answer&& answer);
  explicit PathBatch(Answers&& answers);

  std::vector<std::int64_t> goal_parts;  // of places (session/places.hpp); otherwise empty
  std::vector<std::int64_t> channel_starts{0};
  std::vector<std::int32_t> channel;  // rows of the mesh
};

// The answers of one call on a grid.
struct GridPathBatch : PathArrays {
  GridPathBatch(GridAnswers&& answers, std::int32_t width);

  std::vector<std::int64_t> cell_starts{0};
  std::vector<std::int32_t> cells;  // N x 2: x and y
};

}  // namespace clearway::bindings
