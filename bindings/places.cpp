// Queries whose goals are places.
#include "clearway/session/places.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <string>
#include <utility>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/weighted_paths.hpp"
#include "module.hpp"
#include "path_batch.hpp"
#include "places.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Starts = Vector<std::int64_t>;

// Throws InvalidInput unless the starts partition `count` items.
void check_starts(std::span<const std::int64_t> starts, std::size_t count) {
  bool is_valid =
      !starts.empty() && starts.front() == 0 && starts.back() == static_cast<std::int64_t>(count);
  for (std::size_t i = 1; is_valid && i < starts.size(); ++i) is_valid = starts[i] >= starts[i - 1];
  if (!is_valid) throw InvalidInput("starts that do not partition what they index");
}

// Places from flat arrays: the parts of each place, and the parts in the format of obstacles_in().
// Rings are areas, walls are lines, posts are points.
std::vector<Place> places_in(const Starts& place_starts, const Starts& part_starts,
                             const Starts& chain_starts, const Vector<std::uint8_t>& roles,
                             const Points& points) {
  const auto firsts = view(place_starts), parts = view(part_starts), chains = view(chain_starts);
  const auto kinds = view(roles);
  const auto at = view(points);
  check_starts(chains, at.size());
  check_starts(parts, chains.size() - 1);
  check_starts(firsts, parts.size() - 1);
  if (kinds.size() + 1 != chains.size()) throw InvalidInput("chains and roles differ in number");
  std::vector<Place> out(firsts.size() - 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (auto part = firsts[i]; part < firsts[i + 1]; ++part) {
      const auto p = static_cast<std::size_t>(part);
      PlacePart& made = out[i].parts.emplace_back();
      for (auto chain = parts[p]; chain < parts[p + 1]; ++chain) {
        const auto c = static_cast<std::size_t>(chain);
        made.is_area = kinds[c] <= static_cast<std::uint8_t>(Role::hole);
        made.lines.emplace_back(at.begin() + chains[c], at.begin() + chains[c + 1]);
      }
    }
  }
  return out;
}

PathBatch find_rows_of_places(const SharedWorld& w, const Points& starts,
                              const std::vector<Place>& places, const Starts& place_of,
                              const Vector<double>& radii, std::size_t threads,
                              const OptionDict& given, std::optional<double> snap,
                              bool snap_places) {
  const SearchOptions options = search_options(planner_named("optimal"), values_of(given));
  auto snapping = snapping_of(snap);
  if (snapping) snapping->moves_places = snap_places;
  return without_gil([&] {
    PlaceAnswers found = find_place_paths(w, view(starts), places, view(place_of), view(radii),
                                          threads, options, pointer(snapping));
    PathBatch out(std::move(found.answers), std::move(snapping));
    out.goal_parts = std::move(found.parts);
    return out;
  });
}

PathBatch find_weighted_rows_of_places(const SharedWorld& w, const std::string& name,
                                       const AreaFactors& factors, const Points& starts,
                                       const PlaceList& places, const Starts& place_of,
                                       const Vector<double>& radii, std::size_t threads,
                                       const OptionDict& given) {
  const PlannerSpec& planner = planner_named(name);
  const SearchOptions options = search_options(planner, values_of(given));
  return without_gil([&] {
    PlaceAnswers found = find_weighted_place_paths(w, planner, factors, view(starts), places.places,
                                                   view(place_of), view(radii), threads, options);
    PathBatch out(std::move(found.answers));
    out.goal_parts = std::move(found.parts);
    return out;
  });
}

}  // namespace

void add_places(nb::module_& m, WorldClass& world) {
  nb::class_<PlaceList>(m, "Places", "Lines, areas and points as goals.")
      .def(
          "__init__",
          [](PlaceList* self, const Starts& place_starts, const Starts& part_starts,
             const Starts& chain_starts, const Vector<std::uint8_t>& roles, const Points& points) {
            new (self) PlaceList{places_in(place_starts, part_starts, chain_starts, roles, points)};
          },
          "place_starts"_a, "part_starts"_a, "chain_starts"_a, "roles"_a, "points"_a)
      .def("__len__", [](const PlaceList& list) { return list.places.size(); });
  world
      .def(
          "find_place_paths",
          [](const SharedWorld& w, const Points& starts, const PlaceList& places,
             const Starts& place_of, const Vector<double>& radii, std::size_t threads,
             const OptionDict& given, std::optional<double> snap, bool snap_places) {
            return find_rows_of_places(w, starts, places.places, place_of, radii, threads, given,
                                       snap, snap_places);
          },
          "starts"_a, "places"_a, "place_of"_a, "radii"_a, "threads"_a, "options"_a,
          "snap"_a = nb::none(), "snap_places"_a = false,
          "The shortest path from each start to its place.")
      .def("find_weighted_place_paths", &find_weighted_rows_of_places, "planner"_a, "factors"_a,
           "starts"_a, "places"_a, "place_of"_a, "radii"_a, "threads"_a, "options"_a,
           "A cheap path from each start to its place, with factors of areas by name.")
      .def(
          "reachable_places",
          [](const SharedWorld& w, const PlaceList& starts, const PlaceList& ends,
             const Vector<double>& radii) {
            return flags_out(
                without_gil([&] { return reachable(w, starts.places, ends.places, view(radii)); }));
          },
          "starts"_a, "ends"_a, "radii"_a, "Whether a disc can move from a place to another.")
      .def(
          "max_radius_places",
          [](const SharedWorld& w, const PlaceList& starts, const PlaceList& ends) {
            return vector_out(
                without_gil([&] { return max_radii(w, starts.places, ends.places); }));
          },
          "starts"_a, "ends"_a, "The largest disc that can; NaN where not even a point can.");
}

}  // namespace clearway::bindings
