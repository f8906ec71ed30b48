// Paths on a world.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/corridor_paths.hpp"
#include "clearway/session/weighted_paths.hpp"
#include "exploration.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

PathBatch find_many(const SharedWorld& w, const std::string& name, const Points& starts,
                    const Points& goals, const Vector<double>& radii, std::size_t threads,
                    const OptionDict& given, std::optional<double> snap) {
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  auto snapping = snapping_of(snap);
  return without_gil([&] {
    Answers found = find_paths(w, planner, view(starts), view(goals), view(radii), threads, options,
                               pointer(snapping));
    return PathBatch(std::move(found), std::move(snapping));
  });
}

PathBatch find_weighted(const SharedWorld& w, const std::string& name, const AreaFactors& factors,
                        const Points& starts, const Points& goals, const Vector<double>& radii,
                        std::size_t threads, const OptionDict& given, std::optional<double> snap) {
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  auto snapping = snapping_of(snap);
  return without_gil([&] {
    Answers found = find_weighted_paths(w, planner, factors, view(starts), view(goals), view(radii),
                                        threads, options, pointer(snapping));
    return PathBatch(std::move(found), std::move(snapping));
  });
}

// x0, y0, x1, y1, cost, corridor
using GateRow = std::tuple<double, double, double, double, double, std::int64_t>;

PathBatch find_by_corridors(const SharedWorld& w, std::uint64_t version,
                            const std::vector<std::pair<std::int64_t, double>>& costs,
                            const std::vector<GateRow>& gates, const Points& starts,
                            const Points& goals, const Vector<double>& radii, std::size_t threads,
                            const OptionDict& given) {
  const SearchOptions options = search_options(planner_named("tra*"), values_of(given));
  std::vector<GatePrice> prices;
  for (const auto& [x0, y0, x1, y1, cost, corridor] : gates)
    prices.push_back({{x0, y0}, {x1, y1}, cost, corridor});
  return without_gil([&] {
    return PathBatch(find_corridor_paths(w, version, costs, prices, view(starts), view(goals),
                                         view(radii), threads, options));
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

// The points as Python's own objects: for a caller who wants a list, arrays cost more than a short
// search.
nb::object find_points(const SharedWorld& w, const std::string& name, nb::handle start,
                       nb::handle goal, nb::handle radius) {
  Point a, b;
  double r;
  if (!plain_pair(start, a) || !plain_pair(goal, b) || !plain_number(radius, r) || r < 0)
    return nb::none();
  const PlannerSpec& planner = planner_named(name);
  PolylineAnswer found = without_gil([&] { return find_polyline(w, planner, a, b, r); });
  if (found.status != Status::found && found.status != Status::no_path) return nb::none();
  if (found.status == Status::found && found.points.empty()) found.points = {a, a};
  return pairs_out(found.points);
}

VectorOut<std::int32_t> expanded_rows(const SharedWorld& w, const std::string& name,
                                      const Points& start, const Points& goal, double radius,
                                      const OptionDict& given) {
  const Ends ends = two_ends(start, goal);
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  Exploration found =
      without_gil([&] { return explore(w, planner, ends.start, ends.goal, radius, options); });
  return vector_out(std::move(found.rows));
}

RowsOut<double, 4> expanded_corners(const SharedWorld& w, const std::string& name,
                                    const Points& start, const Points& goal,
                                    const OptionDict& given) {
  const Ends ends = two_ends(start, goal);
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  return lines_out(without_gil([&] {
                     return explore_corners(w, planner, ends.start, ends.goal, options);
                   }).corners);
}

// Of each front: the ends of its portal, the root, the length to it and the bound; then its parent,
// its triangle as a row of mesh(), when it was queued and taken (-1: never), and how many points
// its chains have; then these points, the left chain before the right one.
auto explored_fronts(const SharedWorld& w, const Points& start, const Points& goal, double radius,
                     const OptionDict& given) {
  const Ends ends = two_ends(start, goal);
  const SearchOptions options = search_options(planner_named("channel"), values_of(given));
  const FrontExploration found =
      without_gil([&] { return explore_fronts(w, ends.start, ends.goal, radius, options); });
  std::vector<double> numbers;
  std::vector<std::int64_t> counts;
  std::vector<Point> points;
  for (std::size_t i = 0; i < found.fronts.size(); ++i) {
    const ExploredFront& f = found.fronts[i];
    numbers.insert(numbers.end(), {f.left.x, f.left.y, f.right.x, f.right.y, f.root.x, f.root.y,
                                   f.length, f.bound});
    const auto taken = f.taken == ExploredFront::never ? -1 : static_cast<std::int64_t>(f.taken);
    counts.insert(counts.end(), {f.parent == none ? -1 : static_cast<std::int64_t>(f.parent),
                                 found.rows[i], static_cast<std::int64_t>(f.queued), taken,
                                 static_cast<std::int64_t>(f.left_chain.size()),
                                 static_cast<std::int64_t>(f.right_chain.size())});
    for (const std::vector<Point>* chain : {&f.left_chain, &f.right_chain})
      points.insert(points.end(), chain->begin(), chain->end());
  }
  return std::make_tuple(rows_out<8>(std::move(numbers)), rows_out<6>(std::move(counts)),
                         points_out(std::move(points)));
}

std::pair<std::int64_t, PathBatch> nearest(const SharedWorld& w, const Points& start,
                                           const Points& goals, double radius,
                                           std::optional<double> snap) {
  const auto from = view(start);
  if (from.size() != 1) throw InvalidInput("one start");
  auto snapping = snapping_of(snap);
  const Call call;
  NearestAnswer found = find_nearest(w, from[0], view(goals), radius, pointer(snapping));
  PathBatch batch(std::move(found.answer));
  batch.snapping = std::move(snapping);
  return {found.goal == none ? -1 : static_cast<std::int64_t>(found.goal), std::move(batch)};
}

Improvement improve(const SharedWorld& w, const std::string& name, const std::string& mode,
                    const Points& start, const Points& goal, double radius,
                    const OptionDict& given) {
  const Ends ends = two_ends(start, goal);
  const PlannerSpec& planner = planner_named(name);
  const ImproveQuery query{ends.start, ends.goal, radius,
                           search_options(planner, values_of(given))};
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
           "options"_a, "snap"_a = nb::none(),
           "One path per row; the answers do not depend on the number of threads.")
      .def("find_weighted_paths", &find_weighted, "planner"_a, "factors"_a, "starts"_a, "goals"_a,
           "radii"_a, "threads"_a, "options"_a, "snap"_a = nb::none(),
           "Like find_paths, where areas multiply the cost by the factors of their names.")
      .def("find_corridor_paths", &find_by_corridors, "version"_a, "costs"_a, "gates"_a, "starts"_a,
           "goals"_a, "radii"_a, "threads"_a, "options"_a,
           "Like find_paths of planner tra*, where passing corridors, by number, and gates (x0, y0,"
           " x1, y1, cost, corridor) costs extra.")
      .def("find_path", &find_one, "planner"_a, "start"_a.none(), "goal"_a.none(),
           "radius"_a.none(), "options"_a,
           "Like find_paths, for one; None unless the ends are tuples and all numbers are plain.")
      .def("find_points", &find_points, "planner"_a, "start"_a.none(), "goal"_a.none(),
           "radius"_a.none(),
           "The points of find_path as pairs, at least two; [] without a path. None where"
           " find_path gives None, and if an end is blocked.")
      .def("explored", &expanded_rows, "planner"_a, "start"_a, "goal"_a, "radius"_a, "options"_a,
           "The triangles that a search expands, in this order, as rows of mesh().")
      .def("explored_corners", &expanded_corners, "planner"_a, "start"_a, "goal"_a, "options"_a,
           "The corners that a search expands, in this order: x, y of the predecessor, then of the"
           " corner.")
      .def("explored_fronts", &explored_fronts, "start"_a, "goal"_a, "radius"_a, "options"_a,
           "The fronts that planner channel queues when it improves by fronts, in this order: rows"
           " of numbers, rows of counts, and the points of their chains.")
      .def("improve", &improve, "planner"_a, "mode"_a, "start"_a, "goal"_a, "radius"_a, "options"_a,
           nb::keep_alive<0, 1>(), "Starts an anytime search.")
      .def(
          "distances",
          [](const SharedWorld& w, const Points& starts, const Points& goals, double radius,
             std::optional<double> snap) {
            auto snapping = snapping_of(snap);
            return vector_out(without_gil([&] {
              return distances(w, view(starts), view(goals), radius, pointer(snapping));
            }));
          },
          "starts"_a, "goals"_a, "radius"_a, "snap"_a = nb::none(),
          "Lengths of shortest paths, start by start, from each to every goal.")
      .def("find_nearest", &nearest, "start"_a, "goals"_a, "radius"_a, "snap"_a = nb::none(),
           "The goal nearest by path (-1: none) and the path to it.");
}

}  // namespace clearway::bindings
