// Grids: building, changing, reading back, paths.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/base/error.hpp"
#include "clearway/grid/verify.hpp"
#include "clearway/session/shared_grid.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Cells = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Mask = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using DoublesIn = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using DoublesOut = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using MaskOut = nb::ndarray<nb::numpy, bool, nb::ndim<2>>;

static_assert(sizeof(Cell) == 2 * sizeof(std::int32_t));
std::span<const Cell> cells_in(const Cells& array) {
  return {reinterpret_cast<const Cell*>(array.data()), array.shape(0)};
}
std::span<const std::uint8_t> mask_in(const Mask& mask) {
  return {mask.data(), mask.shape(0) * mask.shape(1)};
}

void construct_grid(SharedGrid* self, const Mask& blocked, double cell, double x, double y,
                    bool corner_cutting) {
  const auto height = blocked.shape(0), width = blocked.shape(1);
  constexpr std::size_t most = Grid::max_side;
  if (height > most || width > most) throw InvalidInput("sides of a grid are at most 2**20");
  const Call call;
  new (self) SharedGrid(static_cast<std::int32_t>(width), static_cast<std::int32_t>(height),
                        mask_in(blocked), {cell, {x, y}}, corner_cutting);
}

using Estimates = std::optional<DoublesIn>;

GridOptions options_in(const GridPlannerSpec& planner, const OptionDict& given,
                       const Estimates& estimates) {
  GridOptions out = grid_options(planner, values_of(given));
  if (estimates) out.estimates = {estimates->data(), estimates->size()};
  return out;
}

GridPathBatch find_paths(const SharedGrid& g, const std::string& name, const Cells& starts,
                         const Cells& goals, std::size_t threads, const OptionDict& given,
                         const Estimates& estimates) {
  const GridPlannerSpec& planner = grid_planner_named(name);
  const GridOptions options = options_in(planner, given, estimates);
  return without_gil([&] {
    return GridPathBatch(g.find_paths(planner, cells_in(starts), cells_in(goals), threads, options),
                         g.width());
  });
}

RowsOut<std::int32_t, 2> explored(const SharedGrid& g, const std::string& name, const Cells& start,
                                  const Cells& goal, const OptionDict& given,
                                  const Estimates& estimates) {
  const auto a = cells_in(start), b = cells_in(goal);
  const GridPlannerSpec& planner = grid_planner_named(name);
  const GridOptions options = options_in(planner, given, estimates);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  std::vector<std::int32_t> out;
  for (const Cell& c : without_gil([&] { return g.explored(planner, a[0], b[0], options); }))
    out.insert(out.end(), {c.x, c.y});
  return rows_out<2>(std::move(out));
}

auto find_subgoals(const SharedGrid& g, const Cells& start, const Cells& goal,
                   const OptionDict& given) {
  const auto a = cells_in(start), b = cells_in(goal);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  const GridOptions options = grid_options(grid_planner_named("hpa*"), values_of(given));
  const GridPlan plan = without_gil([&] { return g.find_subgoals(a[0], b[0], options); });
  std::vector<std::int32_t> cells;
  for (const Cell& c : plan.subgoals) cells.insert(cells.end(), {c.x, c.y});
  return std::make_tuple(static_cast<int>(plan.status), plan.length, plan.version,
                         rows_out<2>(std::move(cells)));
}

auto cluster_graph(const SharedGrid& g, const OptionDict& given) {
  const GridOptions options = grid_options(grid_planner_named("hpa*"), values_of(given));
  GridGraph graph = without_gil([&] { return g.cluster_graph(options); });
  std::vector<std::int32_t> cells;
  for (const Cell& c : graph.cells) cells.insert(cells.end(), {c.x, c.y});
  return std::make_tuple(rows_out<2>(std::move(cells)), rows_out<2>(std::move(graph.edges)),
                         vector_out(std::move(graph.lengths)), graph.across);
}

DoublesOut distances(const SharedGrid& g, const Cells& cells) {
  std::vector<double> lengths = without_gil([&] { return g.distances(cells_in(cells)); });
  const std::size_t height = g.height(), width = g.width();
  auto [data, owner] = release(std::move(lengths));
  return DoublesOut(data, {height, width}, owner);
}

bool assign(SharedGrid& g, std::int32_t x0, std::int32_t y0, const Mask& blocked) {
  const CellBox box{x0, y0, x0 + static_cast<std::int32_t>(blocked.shape(1)),
                    y0 + static_cast<std::int32_t>(blocked.shape(0))};
  const Call call;
  return g.assign(box, mask_in(blocked));
}

std::size_t prepare(const SharedGrid& g, const std::string& name, const OptionDict& given) {
  const GridPlannerSpec& planner = grid_planner_named(name);
  const GridOptions options = grid_options(planner, values_of(given));
  const Call call;
  return g.prepare(planner, options);
}

template <class F>
auto shared(const SharedGrid& g, F&& read) {
  return without_gil([&] { return g.read(read); });
}

MaskOut blocked(const SharedGrid& g, std::int32_t x0, std::int32_t y0, std::int32_t x1,
                std::int32_t y1) {
  const CellBox box{x0, y0, x1, y1};
  std::vector<std::uint8_t> cells = shared(g, [&](const Grid& x) { return x.blocked(box); });
  const std::size_t width = std::max(x1 - x0, 0), height = std::max(y1 - y0, 0);
  auto [data, owner] = release(std::move(cells));
  return MaskOut(reinterpret_cast<bool*>(data), {height, width}, owner);
}

Dict verify_grid_rows(const SharedGrid& g, const SegmentRows& rows) {
  const std::vector<Segment> path = segments_in(rows);
  return verdict_out(shared(g, [&](const Grid& x) { return verify(x, g.frame(), path); }));
}

}  // namespace

void add_grid(nb::module_& m) {
  m.attr("MAX_CELLS") = Grid::max_cells;
  m.attr("MAX_SIDE") = Grid::max_side;
  nb::class_<SharedGrid>(m, "Grid", "Free and blocked cells, and the searches over them.")
      .def("__init__", &construct_grid, "blocked"_a, "cell"_a, "x"_a, "y"_a,
           "corner_cutting"_a = false)
      .def_prop_ro("width", &SharedGrid::width)
      .def_prop_ro("height", &SharedGrid::height)
      .def_prop_ro(
          "version",
          [](const SharedGrid& g) { return shared(g, [](const Grid& x) { return x.version(); }); })
      .def("assign", &assign, "x"_a, "y"_a, "blocked"_a,
           "Writes rows of cells starting at (x, y); returns whether anything changed.")
      .def("blocked", &blocked, "x0"_a, "y0"_a, "x1"_a, "y1"_a)
      .def("find_paths", &find_paths, "planner"_a, "starts"_a, "goals"_a, "threads"_a, "options"_a,
           "estimates"_a = nb::none(),
           "One path per row; the answers do not depend on the number of threads.")
      .def("distances", &distances, "cells"_a,
           "The length of the shortest path from every cell to the nearest of these.")
      .def("explored", &explored, "planner"_a, "start"_a, "goal"_a, "options"_a,
           "estimates"_a = nb::none(), "The cells that the search expands, in order.")
      .def("find_subgoals", &find_subgoals, "start"_a, "goal"_a, "options"_a,
           "Status, length and version of the path of hpa* over its graph, and the first cell in "
           "each cluster that it enters.")
      .def("cluster_graph", &cluster_graph, "options"_a,
           "The graph of hpa*: cells, edges, their lengths, and how many cross a border.")
      .def("prepare", &prepare, "planner"_a, "options"_a,
           "Prepares the planner; returns the size of the preparation in bytes.")
      .def("verify", &verify_grid_rows, "rows"_a)
      .def("stats", [](const SharedGrid& g) {
        nb::typed<nb::dict, nb::str, nb::int_> out;
        const auto [free, bytes] =
            shared(g, [](const Grid& x) { return std::make_pair(x.free_cells(), x.bytes()); });
        out["cells"] = std::int64_t{g.width()} * g.height();
        out["free_cells"] = free;
        out["bytes"] = bytes;
        return out;
      });
}

}  // namespace clearway::bindings
