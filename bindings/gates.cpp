// Gates and the cells between them.
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/session/gate_snapshot.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

void add_gates(nb::module_& m, WorldClass& world) {
  using S = GateSnapshot;
  nb::class_<S> gates(m, "Gates", "The gates of one version, as read-only arrays.");
  gates.def_prop_ro("version", [](const S& s) { return s.version; })
      .def_prop_ro("cell_count", [](const S& s) { return s.cell_count; });
  add_array<1>(gates, "widths", [](const S& s) -> auto& { return s.widths; });
  add_array<4>(gates, "gates", [](const S& s) -> auto& { return s.gates; });
  add_array<2>(gates, "cells", [](const S& s) -> auto& { return s.cells; });
  world
      .def(
          "gates",
          [](const SharedWorld& w) { return without_gil([&] { return gate_snapshot(w); }); },
          "Every gate with the cells on its left and on its right.")
      .def(
          "cells",
          [](const SharedWorld& w, const Points& points) {
            std::uint64_t version = 0;
            std::vector<std::int32_t> out =
                without_gil([&] { return cells_at(w, view(points), version); });
            return std::make_tuple(version, vector_out(std::move(out)));
          },
          "points"_a, "The version, and the cell of each point; -1 outside free space.");
}

}  // namespace clearway::bindings
