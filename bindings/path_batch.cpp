#include "path_batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <iterator>
#include <optional>
#include <utility>

#include "arrays.hpp"
#include "module.hpp"

namespace clearway::bindings {

template <class P>
void PathArrays::append(const P& path) {
  status.push_back(static_cast<std::uint8_t>(path.status));
  length.push_back(path.length);
  lower_bound.push_back(path.lower_bound);
  optimal.push_back(path.optimal);
  for (const Segment& s : path.segments) {
    const double row[] = {s.start.x,  s.start.y,  s.end.x,  s.end.y,
                          s.center.x, s.center.y, s.radius, static_cast<double>(s.turn)};
    segments.insert(segments.end(), std::begin(row), std::end(row));
  }
  segment_starts.push_back(static_cast<std::int64_t>(segments.size() / 8));
  expanded.push_back(static_cast<std::int64_t>(path.stats.expanded));
  generated.push_back(static_cast<std::int64_t>(path.stats.generated));
  seconds.push_back(path.stats.seconds);
}

PathBatch::PathBatch(Answer&& answer) : channel(std::move(answer.rows)) {
  version = answer.version;
  append(answer.path);
  channel_starts.push_back(static_cast<std::int64_t>(channel.size()));
}

PathBatch::PathBatch(Answers&& answers) : channel(std::move(answers.rows)) {
  version = answers.version;
  for (const Path& path : answers.paths) {
    append(path);
    channel_starts.push_back(channel_starts.back() +
                             static_cast<std::int64_t>(path.channel.size()));
  }
}

GridPathBatch::GridPathBatch(GridAnswers&& answers, std::int32_t width) {
  version = answers.version;
  const auto columns = static_cast<std::uint32_t>(width);
  for (const GridPath& path : answers.paths) {
    append(path);
    for (const std::uint32_t cell : path.cells) {
      cells.push_back(static_cast<std::int32_t>(cell % columns));
      cells.push_back(static_cast<std::int32_t>(cell / columns));
    }
    cell_starts.push_back(static_cast<std::int64_t>(cells.size() / 2));
  }
}

namespace {

template <class B>
void add_common_arrays(nb::class_<B>& batch) {
  batch.def("__len__", [](const B& b) { return b.status.size(); })
      .def_prop_ro("version", [](const B& b) { return b.version; });
  add_array<1>(batch, "status", [](const B& b) -> auto& { return b.status; });
  add_array<1>(batch, "length", [](const B& b) -> auto& { return b.length; });
  add_array<1>(batch, "lower_bound", [](const B& b) -> auto& { return b.lower_bound; });
  add_flags(batch, "optimal", [](const B& b) -> auto& { return b.optimal; });
  add_array<1>(batch, "segment_starts", [](const B& b) -> auto& { return b.segment_starts; });
  add_array<8>(batch, "segments", [](const B& b) -> auto& { return b.segments; });
  add_array<1>(batch, "expanded", [](const B& b) -> auto& { return b.expanded; });
  add_array<1>(batch, "generated", [](const B& b) -> auto& { return b.generated; });
  add_array<1>(batch, "seconds", [](const B& b) -> auto& { return b.seconds; });
}

}  // namespace

void add_path_batch(nb::module_& m) {
  using B = PathBatch;
  nb::class_<B> batch(m, "PathBatch", "Answers of one call in a World, as read-only arrays.");
  add_common_arrays(batch);
  batch.def_prop_ro(
      "end",
      [](const B& b) {
        const std::size_t n = b.segments.size();
        return n ? std::optional(std::make_pair(b.segments[n - 6], b.segments[n - 5]))
                 : std::nullopt;
      },
      "The end of the last segment.");
  add_array<1>(batch, "goal_parts", [](const B& b) -> auto& { return b.goal_parts; });
  add_array<1>(batch, "channel_starts", [](const B& b) -> auto& { return b.channel_starts; });
  add_array<1>(batch, "channel", [](const B& b) -> auto& { return b.channel; });

  using G = GridPathBatch;
  nb::class_<G> grid(m, "GridPathBatch", "Answers of one call on a Grid, as read-only arrays.");
  add_common_arrays(grid);
  add_array<1>(grid, "cell_starts", [](const G& b) -> auto& { return b.cell_starts; });
  add_array<2>(grid, "cells", [](const G& b) -> auto& { return b.cells; });
}

}  // namespace clearway::bindings
