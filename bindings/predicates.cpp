// The exact predicates, one call at a time: for tests.
#include "clearway/geometry/predicates.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "clearway/geometry/crossing.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {
using Pair = std::pair<double, double>;
Point point(const Pair& p) { return {p.first, p.second}; }
}  // namespace

void add_predicates(nb::module_& m) {
  m.def("self_test", &predicates_self_test,
        "False when the build broke exact arithmetic (fast-math, contraction).");
  m.def(
      "orientation",
      [](Pair a, Pair b, Pair c) { return orientation(point(a), point(b), point(c)); }, "a"_a,
      "b"_a, "c"_a, "+1 when c lies left of a -> b, -1 right, 0 on the line.");
  m.def(
      "in_circle",
      [](Pair a, Pair b, Pair c, Pair d) {
        return in_circle(point(a), point(b), point(c), point(d));
      },
      "a"_a, "b"_a, "c"_a, "d"_a, "+1 when d is inside the circle of a, b, c (counter-clockwise).");
  m.def(
      "in_circle_perturbed",
      [](Pair a, Pair b, Pair c, Pair d) {
        return in_circle_perturbed(point(a), point(b), point(c), point(d));
      },
      "a"_a, "b"_a, "c"_a, "d"_a, "As in_circle, with cocircular points decided by their order.");
  m.def(
      "direction", [](Pair a, Pair b, Pair c) { return direction(point(a), point(b), point(c)); },
      "a"_a, "b"_a, "c"_a, "Sign of (b - a) . (c - a).");
  m.def(
      "crossing",
      [](Pair a, Pair b, Pair c, Pair d) -> std::optional<Pair> {
        Point x;
        if (!crossing(point(a), point(b), point(c), point(d), x)) return std::nullopt;
        return Pair{x.x, x.y};
      },
      "a"_a, "b"_a, "c"_a, "d"_a,
      "Crossing of lines ab and cd, rounded to nearest; None: parallel.");
  m.def(
      "compare_distance",
      [](Pair p, Pair a, Pair b, double r) {
        return compare_distance(point(p), point(a), point(b), r);
      },
      "p"_a, "a"_a, "b"_a, "r"_a, "Sign of (distance from p to segment ab) - r.");
  m.def(
      "compare_distances",
      [](Pair p, Pair a, Pair b) { return compare_distances(point(p), point(a), point(b)); }, "p"_a,
      "a"_a, "b"_a, "Sign of |p - a| - |p - b|.");
}

}  // namespace clearway::bindings
