// Cells to polygons and back: outlines of masks, cells that segments touch.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/grid/raster.hpp"
#include "clearway/grid/smooth_outlines.hpp"
#include "clearway/grid/trace.hpp"
#include "module.hpp"

namespace clearway::bindings {

using namespace nb::literals;

namespace {

using Flags = nb::ndarray<const bool, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rings =
    std::tuple<RowsOut<std::int32_t, 2>, VectorOut<std::int64_t>, VectorOut<std::int64_t>>;
// Coordinates of outlines are 32-bit integers: this leaves a margin of two, for sums of two of
// them.
constexpr std::size_t longest_side = std::size_t{1} << 30;

Rings rings_out(Outlines&& outlines) {
  static_assert(sizeof(LatticePoint) == 2 * sizeof(std::int32_t));
  const std::size_t n = outlines.points.size();
  auto [data, owner] = release(std::move(outlines.points));
  return {RowsOut<std::int32_t, 2>(reinterpret_cast<std::int32_t*>(data), {n, 2}, owner),
          vector_out(std::move(outlines.ring_starts)),
          vector_out(std::move(outlines.region_starts))};
}

Rings trace_mask(const Flags& mask, double tolerance) {
  const std::size_t height = mask.shape(0), width = mask.shape(1);
  if (height >= longest_side || width >= longest_side || height * width >= 2 * longest_side)
    throw InvalidInput("a mask has fewer than 2^31 cells");
  const std::span cells{reinterpret_cast<const std::uint8_t*>(mask.data()), height * width};
  Outlines outlines;
  {
    const Call call;
    const auto w = static_cast<std::int32_t>(width), h = static_cast<std::int32_t>(height);
    outlines = trace(cells, w, h);
    if (tolerance > 0.0) outlines = smooth_outlines(outlines, w, h, tolerance);
  }
  return rings_out(std::move(outlines));
}

VectorOut<bool> mark(const Points& ends, const Vector<double>& xs, const Vector<double>& ys,
                     bool closed) {
  if (xs.shape(0) < 2 || ys.shape(0) < 2) throw InvalidInput("xs and ys need two values each");
  std::vector<std::uint8_t> cells((xs.shape(0) - 1) * (ys.shape(0) - 1));
  {
    const Call call;
    mark_cells(view(ends), {view(xs), view(ys)}, closed, cells);
  }
  return flags_out(std::move(cells));
}

}  // namespace

void add_tracing(nb::module_& m) {
  m.def("trace", &trace_mask, "mask"_a, "tolerance"_a = 0.0,
        "Outlines of the True cells: points, ring_starts, region_starts.");
  m.def("mark_cells", &mark, "ends"_a, "xs"_a, "ys"_a, "closed"_a,
        "Which cells the segments touch: one bool per cell, row by row.");
}

}  // namespace clearway::bindings
