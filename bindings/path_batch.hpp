// Answers as flat arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/session/paths.hpp"
#include "clearway/session/shared_grid.hpp"

namespace clearway::bindings {

// The answers of one call; Python sees read-only arrays.
struct PathBatch {
  PathBatch() = default;
  explicit PathBatch(Answer&& answer);
  explicit PathBatch(Answers&& answers);
  explicit PathBatch(GridAnswers&& answers);

  std::uint64_t version = 0;  // of the world at the time of the query
  std::vector<std::uint8_t> status, optimal;
  std::vector<double> length, lower_bound, seconds, segments;
  std::vector<std::int64_t> segment_starts{0}, channel_starts{0}, expanded, generated;
  std::vector<std::int32_t> channel;

 private:
  template <class P>
  void append(const P& path, std::size_t triangles);
};

}  // namespace clearway::bindings
