// The module clearway._core. This folder only converts: algorithms, locks and caches are in the
// core.
#include "module.hpp"

#include <cmath>
#include <cstdlib>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/geometry/point.hpp"

#ifndef CLEARWAY_VERSION
#define CLEARWAY_VERSION "0"
#endif

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

// Without releasing the GIL, which would cost more than a small array does.
bool in_domain(const Points& points) {
  const auto is_in = [](double c) {
    return c == 0 || (std::abs(c) >= min_coordinate && std::abs(c) <= max_coordinate);
  };
  for (const Point& p : view(points))
    if (!is_in(p.x) || !is_in(p.y)) return false;
  return true;
}

}  // namespace

NB_MODULE(_core, m) {
  // Objects that are alive when the interpreter ends, as in a daemon thread or in the traceback
  // that a test keeps, are not errors. Tests of reference counts ask for the report.
  nb::set_leak_warnings(std::getenv("CLEARWAY_LEAK_WARNINGS") != nullptr);
  m.doc() = "The compiled core of Clearway. Private: use the names of the package.";
  m.attr("__version__") = CLEARWAY_VERSION;
  m.attr("VERSION") = CLEARWAY_VERSION;  // stubs leave out names with underscores
  m.attr("MAX_COORDINATE") = max_coordinate;
  m.attr("MIN_COORDINATE") = min_coordinate;
  m.def("in_domain", &in_domain, nb::arg("points"),
        "Whether every coordinate is zero or has a magnitude in the numeric domain.");
  m.def("set_deadline", &set_deadline, nb::arg("seconds"),
        "Ends calls on this thread with TimeoutError so many seconds from now; infinity: never. "
        "Returns what was left of the last deadline.");
  watch_signals();
  add_errors();
  add_predicates(m);
  add_progress(m);
  WorldClass world(m, "World", "Obstacles by handle, and the mesh that every edit updates.");
  add_planners(m);
  add_path_batch(m);
  add_mesh(m, world);
  add_world(world);
  add_features(world);
  add_editing(m);
  add_query(world);
  add_abstraction(m, world);
  add_gates(m, world);
  add_visibility(world);
  add_watch(world);
  add_search(m, world);
  add_places(m, world);
  add_field(m, world);
  add_motion(m);
  add_crowd(m, world);
  add_hierarchy(m, world);
  add_labels(m);
  add_tracing(m);
  add_grid(m);
}

}  // namespace clearway::bindings
