// Building, editing and reading back a world.
#include <nanobind/stl/tuple.h>

#include <limits>

#include "arrays.hpp"
#include "call.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Ints = Vector<std::int64_t>;
using Bytes = Vector<std::uint8_t>;
using IntsOut = VectorOut<std::int64_t>;
using BytesOut = VectorOut<std::uint8_t>;
using XY = RowsOut<double, 2>;

std::vector<std::int32_t> slots(const std::vector<TriangleId>& indices) {
  std::vector<std::int32_t> out;
  out.reserve(indices.size());
  for (const TriangleId t : indices) out.push_back(static_cast<std::int32_t>(t.number()));
  return out;
}

void construct_world(SharedWorld* self, const Ints& chain_starts, const Bytes& roles,
                     const Points& points, double max_radius) {
  const Obstacles bounds = bounds_in(chain_starts, roles, points);
  const Call call;
  new (self) SharedWorld(bounds, max_radius);
}

void apply_edit(SharedWorld& w, const Ints& removed, const Ints& handles,
                const Ints& obstacle_starts, const Ints& chain_starts, const Bytes& roles,
                const Points& points) {
  Obstacles added = obstacles_in(handles, obstacle_starts, chain_starts, roles, points);
  const Call call;
  w.apply(view(removed), std::move(added));
}

template <class F>
auto shared(const SharedWorld& w, F&& read) {
  return without_gil([&] { return w.read(read); });
}

}  // namespace

void add_world(WorldClass& world) {
  world
      .def("__init__", &construct_world, "chain_starts"_a, "roles"_a, "points"_a,
           "max_radius"_a = std::numeric_limits<double>::infinity())
      .def("apply", &apply_edit, "removed"_a, "handles"_a, "obstacle_starts"_a, "chain_starts"_a,
           "roles"_a, "points"_a, "Removes, then adds, as one edit: all or nothing.")
      .def(
          "reserve_handles",
          [](SharedWorld& w, std::size_t count) {
            return without_gil([&] { return w.reserve_handles(count); });
          },
          "count"_a, "Reserves consecutive unused handles; returns the first.")
      .def_prop_ro("version",
                   [](const SharedWorld& w) {
                     return shared(w, [](const World& x) { return x.version(); });
                   })
      .def(
          "last_edit",
          [](const SharedWorld& w) {
            Edit edit = shared(w, [](const World& x) { return x.last_edit(); });
            return std::make_tuple(vector_out(slots(edit.removed)), vector_out(slots(edit.added)));
          },
          "The ids of the triangles that the last edit removed, and of those that it added.")
      .def("handles",
           [](const SharedWorld& w) {
             return vector_out(without_gil([&] { return w.obstacle_handles(); }));
           })
      .def(
          "contains",
          [](const SharedWorld& w, Handle h) {
            return without_gil([&] {
              const WorldReading reading(w);
              return reading.world().contains(h) &&
                     (w.is_variant() || !reading.features().doors.contains(h));
            });
          },
          "handle"_a)
      .def(
          "obstacles",
          [](const SharedWorld& w,
             const Ints& handles) -> std::tuple<IntsOut, IntsOut, BytesOut, XY> {
            const auto wanted = view(handles);
            Obstacles o = shared(w, [wanted](const World& x) { return x.obstacles(wanted); });
            return {vector_out(std::move(o.obstacle_starts)), vector_out(std::move(o.chain_starts)),
                    vector_out(bytes_of(o.roles)), points_out(std::move(o.points))};
          },
          "handles"_a)
      .def(
          "state",
          [](const SharedWorld& w)
              -> std::tuple<Handle, IntsOut, IntsOut, IntsOut, BytesOut, XY, nb::tuple> {
            Handle next = 0;
            Obstacles o;
            Features features;
            without_gil([&] {
              const WorldReading reading(w);
              next = reading.world().next_handle();
              if (!w.is_variant()) features = reading.features();
              o = reading.world().obstacles(w.obstacle_handles());
            });
            return {next,
                    vector_out(std::move(o.handles)),
                    vector_out(std::move(o.obstacle_starts)),
                    vector_out(std::move(o.chain_starts)),
                    vector_out(bytes_of(o.roles)),
                    points_out(std::move(o.points)),
                    features_out(features)};
          },
          nb::sig("def state(self) -> tuple[typing.Any, ...]"),
          "The next handle; every obstacle with its handle; the features; all of one version.")
      .def("bounds",
           [](const SharedWorld& w) -> std::tuple<IntsOut, BytesOut, XY> {
             Obstacles o = shared(w, [](const World& x) { return x.bounds(); });
             return {vector_out(std::move(o.chain_starts)), vector_out(bytes_of(o.roles)),
                     points_out(std::move(o.points))};
           })
      .def(
          "validate", [](const SharedWorld& w) { without_gil([&] { w.validate(); }); },
          "Checks every invariant; raises InternalError.")
      .def(
          "time_sectors",
          [](const SharedWorld& w) {
            return shared(w, [](const World& x) { return x.time_sectors(); });
          },
          "Builds the sectors of point location again; returns the seconds.")
      .def("stats", [](const SharedWorld& w) {
        const WorldStats s = shared(w, [](const World& x) { return x.stats(); });
        nb::typed<nb::dict, nb::str, nb::int_> out;
        out["vertices"] = s.vertices;
        out["crossings"] = s.crossings;
        out["refinements"] = s.refinements;
        out["triangles"] = s.triangles;
        out["free_triangles"] = s.free_triangles;
        out["constrained_edges"] = s.constrained_edges;
        out["obstacles"] = s.obstacles;
        out["bytes"] = s.bytes;
        return out;
      });
}

}  // namespace clearway::bindings
