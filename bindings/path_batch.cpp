#include "path_batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "clearway/base/error.hpp"
#include "clearway/path/path_points.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

PathBatch::PathBatch(Answer&& answer) : version(answer.version), rows(std::move(answer.rows)) {
  append(answer.path);
}

PathBatch::PathBatch(Answers&& answers)
    : PathTable(std::move(answers.paths)), version(answers.version), rows(std::move(answers.rows)) {
  channel = {};  // Python uses rows
}

PathBatch::PathBatch(Answers&& answers, std::optional<Snapping>&& snapping)
    : PathBatch(std::move(answers)) {
  this->snapping = std::move(snapping);
}

std::optional<Snapping> snapping_of(std::optional<double> snap) {
  if (!snap) return std::nullopt;
  if (!(*snap >= 0)) throw InvalidInput("snap is negative");
  Snapping out;
  out.most = *snap;
  return out;
}

GridPathBatch::GridPathBatch(GridAnswers&& answers, std::int32_t width) {
  version = answers.version;
  reserve(answers.paths.size());
  const auto columns = static_cast<std::uint32_t>(width);
  for (const GridPath& path : answers.paths) {
    append_columns(path);
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
      .def_prop_ro("version", [](const B& b) { return b.version; })
      .def(
          "points",
          [](const B& b, std::size_t row) {
            if (row >= b.size()) throw InvalidInput("no such path", static_cast<std::int64_t>(row));
            std::vector<Point> points = points_of(b, row);
            const std::size_t n = points.size();
            auto [data, owner] = release(std::move(points));
            return RowsOut<const double, 2>(reinterpret_cast<const double*>(data), {n, 2}, owner);
          },
          "row"_a, "The polyline of a path: lines, and arcs within 1e-3 of their radius.");
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
  batch.def_prop_ro(
      "snapped",
      [](const B& b) {
        using Ends =
            std::tuple<RowsOut<double, 2>, RowsOut<double, 2>, VectorOut<bool>, VectorOut<bool>>;
        if (!b.snapping) return std::optional<Ends>();
        Snapping s = *b.snapping;
        return std::optional(Ends(points_out(std::move(s.starts)), points_out(std::move(s.goals)),
                                  flags_out(std::move(s.is_start_moved)),
                                  flags_out(std::move(s.is_goal_moved))));
      },
      nb::rv_policy::automatic,  // the arrays own their data
      "The ends of the searches and which were moved, if the call was to move them.");
  add_array<1>(batch, "goal_parts", [](const B& b) -> auto& { return b.goal_parts; });
  add_array<1>(batch, "channel_starts", [](const B& b) -> auto& { return b.channel_starts; });
  add_array<1>(batch, "channel", [](const B& b) -> auto& { return b.rows; });

  using G = GridPathBatch;
  nb::class_<G> grid(m, "GridPathBatch", "Answers of one call on a Grid, as read-only arrays.");
  add_common_arrays(grid);
  add_array<1>(grid, "cell_starts", [](const G& b) -> auto& { return b.cell_starts; });
  add_array<2>(grid, "cells", [](const G& b) -> auto& { return b.cells; });
}

}  // namespace clearway::bindings
