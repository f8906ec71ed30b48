// Questions for paths in batches, shared by every planner: threads, the signals of Ctrl+C,
// answers as flat arrays.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "clearway/path/path.hpp"
#include "world/rows.hpp"

namespace clearway::bindings {

// The answers of one find_paths; Python sees read-only arrays.
struct PathBatch {
  std::uint64_t version = 0;  // of the world when it was asked
  std::vector<std::uint8_t> status, optimal;
  std::vector<double> length, lower_bound, seconds, segments;
  std::vector<std::int64_t> segment_starts{0}, channel_starts{0}, expanded, generated;
  std::vector<std::int32_t> channel;

  // `rows` may be null: channels are then taken as they are.
  void append(const Path& path, const Rows* rows);
};

// Answers question i. Made once in each thread, so it may own scratch.
using Answerer = std::function<Path(std::size_t)>;

// Workers take questions by a shared counter; answers are stored by index, so neither the
// number of threads nor their timing shows. Call without the GIL. The first exception of a
// worker, or of a Python signal handler, ends the batch, at the workers' next interrupt check, and
// is thrown.
std::vector<Path> answer_batch(std::size_t count, std::size_t threads,
                               const std::function<Answerer()>& make);

}  // namespace clearway::bindings
