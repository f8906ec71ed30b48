// Progress of a call of the core, read by another thread.
#include "clearway/base/progress.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <optional>
#include <tuple>

#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

struct BoundProgress {
  ProgressCounter counter;
  std::optional<ProgressScope> scope;
};

std::optional<std::tuple<nb::str, std::uint64_t, std::uint64_t>> progress_state(
    const BoundProgress& p) {
  const ProgressCounter::State state = p.counter.state();
  if (!state.phase) return std::nullopt;
  return std::make_tuple(nb::str(state.phase), state.done, state.total);
}

}  // namespace

void add_progress(nb::module_& m) {
  nb::class_<BoundProgress>(m, "ProgressCounter", "Counts the steps of calls of one thread.")
      .def(nb::init<>())
      .def(
          "attach", [](BoundProgress& p) { p.scope.emplace(&p.counter); },
          "From now on, counts the calls of this thread.")
      .def(
          "detach", [](BoundProgress& p) { p.scope.reset(); },
          "Ends that; on the same thread. The last one attached first.")
      .def("state", &progress_state, "The phase, its steps done, and all of them (0: not known).");
}

}  // namespace clearway::bindings
