// Fields: exact distances from everywhere.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_field.hpp"
#include "module.hpp"
#include "path_batch.hpp"
#include "places.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::shared_ptr<SharedField> make_field(SharedWorld& w, const PlaceList& goals, double radius) {
  if (goals.places.size() != 1) throw InvalidInput("one place");
  const Call call;
  return SharedField::make(w, goals.places[0], radius);
}

auto values(const SharedField& field, const Points& points, std::size_t threads) {
  SharedField::Values found = without_gil([&] { return field.at(view(points), threads); });
  return std::make_tuple(vector_out(std::move(found.distances)),
                         points_out(std::move(found.directions)),
                         vector_out(std::move(found.goals)), found.version);
}

PathBatch paths(const SharedField& field, const Points& points, std::size_t threads) {
  return without_gil([&] {
    SharedField::PathAnswers found = field.paths(view(points), threads);
    PathBatch out(std::move(found.answers));
    out.goal_parts = std::move(found.goals);
    return out;
  });
}

auto field_stats(const SharedField& field) {
  const SharedField::Stats s = without_gil([&] { return field.stats(); });
  return dict_of("sources", s.field.sources, "roots", s.field.roots, "records", s.field.records,
                 "strips", s.field.strips, "bytes", s.field.bytes, "seconds", s.field.seconds,
                 "builds", s.builds);
}

}  // namespace

void add_field(nb::module_& m, WorldClass& world) {
  nb::class_<SharedField>(m, "Field", "Exact distances from everywhere to the nearest goal.")
      .def("at", &values, "points"_a, "threads"_a,
           "Distances, directions, parts of the goals (-1: none), and the version of the world.")
      .def("paths", &paths, "points"_a, "threads"_a, "Shortest paths to the nearest goal.")
      .def_prop_ro(
          "is_stale",
          [](const SharedField& f) { return without_gil([&] { return f.is_stale(); }); },
          "Whether the next query builds the field again.")
      .def("stats", &field_stats, "The size of the field, and what building it cost.");
  world.def("field", &make_field, "goals"_a, "radius"_a, nb::keep_alive<0, 1>(),
            "A field; builds it.");
}

}  // namespace clearway::bindings
