// Planner "labels".
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/session/shared_labels.hpp"
#include "exploration.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

PathBatch find_labelled_path(const SharedLabels& labels, double x0, double y0, double x1, double y1,
                             double radius) {
  const Call call;
  return PathBatch(labels.find_path({x0, y0}, {x1, y1}, radius));
}

Dict label_stats(const SharedLabels& labels) {
  const SharedLabels::Stats s = without_gil([&] { return labels.stats(); });
  return dict_of("corners", s.corners, "edges", s.edges, "labels", s.labels, "sights", s.sights,
                 "bytes", s.bytes, "seconds", s.seconds, "over_budget", s.is_over_budget);
}

auto hubs_of(const SharedLabels& labels) {
  SharedLabels::Hubs hubs = without_gil([&] { return labels.hubs(); });
  return std::make_tuple(hubs.version, points_out(std::move(hubs.corners)));
}

auto explored_by_labels(const SharedLabels& labels, const Points& start, const Points& goal) {
  const Ends ends = two_ends(start, goal);
  return exploration_out(without_gil([&] { return labels.explore(ends.start, ends.goal); }));
}

}  // namespace

void add_labels(nb::module_& m) {
  using L = SharedLabels;
  nb::class_<L>(m, "Labels", "Hub labels, prepared for one version of a world.")
      .def(nb::init<const SharedWorld&>(), "world"_a, nb::keep_alive<1, 2>())
      .def(
          "begin",
          [](L& l, std::size_t memory, const Points& hubs, std::size_t threads) {
            const Call call;
            l.begin(memory, view(hubs), threads);
          },
          "memory"_a, "hubs"_a, "threads"_a,
          "Begins a preparation. `hubs`: what hubs() returned for an equal world, or empty.")
      .def(
          "compute",
          [](L& l, std::size_t max_count) {
            const Call call;
            return l.compute(max_count);
          },
          "max_count"_a, "Labels some corners; returns how many are left.")
      .def_prop_ro("is_ready", [](const L& l) { return without_gil([&] { return l.is_ready(); }); })
      .def("stats", &label_stats, "Of the last preparation.")
      .def("hubs", &hubs_of, "The version, and the corners as they became hubs; empty: not ready.")
      .def("find_path", &find_labelled_path, "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a)
      .def("explored", &explored_by_labels, "start"_a, "goal"_a,
           "Rows of mesh() that a search expands; x, y of an end, then of a corner whose labels are"
           " read.")
      .def(
          "find_paths",
          [](const L& l, const Points& starts, const Points& goals, const Vector<double>& radii,
             std::size_t threads, std::optional<double> snap) {
            auto snapping = snapping_of(snap);
            return without_gil([&] {
              Answers found =
                  l.find_paths(view(starts), view(goals), view(radii), threads, pointer(snapping));
              return PathBatch(std::move(found), std::move(snapping));
            });
          },
          "starts"_a, "goals"_a, "radii"_a, "threads"_a, "snap"_a = nb::none(),
          "One path per row.");
}

}  // namespace clearway::bindings
