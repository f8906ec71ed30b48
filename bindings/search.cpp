// Paths on a world.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

PathBatch find_many(const SharedWorld& w, const std::string& name, const Points& starts,
                    const Points& goals, const Vector<double>& radii, std::size_t threads,
                    const OptionDict& given) {
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  return without_gil([&] {
    return PathBatch(
        find_paths(w, planner, view(starts), view(goals), view(radii), threads, options));
  });
}

// Takes and returns no arrays, because they cost more than a short search; so would a check of the
// ends in Python.
std::optional<PathBatch> find_one(const SharedWorld& w, const std::string& name, nb::handle start,
                                  nb::handle goal, nb::handle radius, const OptionDict& given) {
  Point a, b;
  double r;
  if (!plain_pair(start, a) || !plain_pair(goal, b) || !plain_number(radius, r) || r < 0)
    return std::nullopt;
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  const Call call;
  return PathBatch(find_path(w, planner, a, b, r, options));
}

std::pair<std::int64_t, PathBatch> nearest(const SharedWorld& w, const Points& start,
                                           const Points& goals, double radius) {
  const auto from = view(start);
  if (from.size() != 1) throw InvalidInput("one start");
  const Call call;
  NearestAnswer found = find_nearest(w, from[0], view(goals), radius);
  return {found.goal == none ? -1 : static_cast<std::int64_t>(found.goal),
          PathBatch(std::move(found.answer))};
}

Improvement improve(const SharedWorld& w, const std::string& name, const std::string& mode,
                    const Points& start, const Points& goal, double radius,
                    const OptionDict& given) {
  const auto a = view(start), b = view(goal);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  const PlannerSpec& planner = planner_named(name);
  const ImproveQuery query{a[0], b[0], radius, search_options(planner, values_of(given))};
  const Call call;
  return Improvement(w, planner, mode, query);
}

std::optional<PathBatch> next(Improvement& improvement) {
  const Call call;
  std::optional<Answer> found = improvement.next();
  if (!found) return std::nullopt;
  return PathBatch(std::move(*found));
}

}  // namespace

void add_search(nb::module_& m, WorldClass& world) {
  nb::class_<Improvement>(m, "Improvement", "A running anytime search.")
      .def("next", &next, "The next better path; None at the end of the search.")
      .def(
          "best",
          [](const Improvement& i) { return without_gil([&] { return PathBatch(i.best()); }); },
          "The last path, with everything proved about it.");
  world
      .def("find_paths", &find_many, "planner"_a, "starts"_a, "goals"_a, "radii"_a, "threads"_a,
           "options"_a, "One path per row; the answers do not depend on the number of threads.")
      .def("find_path", &find_one, "planner"_a, "start"_a.none(), "goal"_a.none(),
           "radius"_a.none(), "options"_a,
           "Like find_paths, for one; None unless the ends are tuples and all numbers are plain.")
      .def("improve", &improve, "planner"_a, "mode"_a, "start"_a, "goal"_a, "radius"_a, "options"_a,
           nb::keep_alive<0, 1>(), "Starts an anytime search.")
      .def(
          "distances",
          [](const SharedWorld& w, const Points& starts, const Points& goals, double radius) {
            return vector_out(
                without_gil([&] { return distances(w, view(starts), view(goals), radius); }));
          },
          "starts"_a, "goals"_a, "radius"_a,
          "Lengths of shortest paths, start by start, from each to every goal.")
      .def("find_nearest", &nearest, "start"_a, "goals"_a, "radius"_a,
           "The goal nearest by path (-1: none) and the path to it.");
}

}  // namespace clearway::bindings
