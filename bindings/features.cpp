// Areas, doors and links.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/one_way_doors.hpp"
#include "clearway/session/shared_world.hpp"
#include "clearway/session/weighted_paths.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Ints = Vector<std::int64_t>;
using Bytes = Vector<std::uint8_t>;
using Switches = std::vector<std::pair<Handle, bool>>;
// kind, name, is_on, direction, cost, radius, two_way
using Record = std::tuple<int, std::string, bool, int, double, double, bool>;

// A record is no argument: its name would need memory in a caster that must not fail.
Feature feature_in(nb::handle record) {
  const auto r = nb::cast<nb::tuple>(record);
  return {static_cast<FeatureKind>(nb::cast<int>(r[0])),
          nb::cast<std::string>(r[1]),
          nb::cast<bool>(r[2]),
          static_cast<DoorDirection>(nb::cast<int>(r[3])),
          nb::cast<double>(r[4]),
          nb::cast<double>(r[5]),
          nb::cast<bool>(r[6])};
}

Record record_of(const Feature& f) {
  return {static_cast<int>(f.kind),
          f.name,
          f.is_on,
          static_cast<int>(f.direction),
          f.cost,
          f.radius,
          f.two_way};
}

void apply_features(SharedWorld& w, const Ints& removed, const Ints& handles,
                    const Ints& obstacle_starts, const Ints& chain_starts, const Bytes& roles,
                    const Points& points, const Ints& feature_handles, const Ints& feature_starts,
                    const Ints& feature_chain_starts, const Bytes& feature_roles,
                    const Points& feature_points, const nb::typed<nb::list, Record>& records,
                    const Switches& switched) {
  FeatureEdit edit;
  edit.removed.assign(view(removed).begin(), view(removed).end());
  edit.added = obstacles_in(handles, obstacle_starts, chain_starts, roles, points);
  edit.shapes = obstacles_in(feature_handles, feature_starts, feature_chain_starts, feature_roles,
                             feature_points);
  for (const nb::handle record : records) edit.features.push_back(feature_in(record));
  edit.switched = switched;
  const Call call;
  w.apply(std::move(edit));
}

std::shared_ptr<SharedWorld> variant(const SharedWorld& w, const std::vector<std::string>& avoided,
                                     const Switches& doors) {
  VariantSpec spec;
  spec.avoided = avoided;
  spec.doors = doors;
  const Call call;
  return w.variant(spec);
}

std::shared_ptr<SharedWorld> relaxed(const SharedWorld& w) {
  const Call call;
  const WorldReading reading(w);
  return without_directions(reading);
}

// For each path, whether it passes a door to the wrong side, or if `surely` whether that is not
// certainly false. The rows of path i begin at starts[i].
VectorOut<bool> wrong_way(const SharedWorld& w, const SegmentRows& rows, const Ints& starts,
                          bool surely) {
  const std::vector<Segment> all = segments_in(rows);
  return flags_out(without_gil([&] {
    const WorldReading reading(w);
    std::vector<std::uint8_t> out;
    const auto first = view(starts);
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      if (first[i] < 0 || first[i] > first[i + 1] ||
          static_cast<std::size_t>(first[i + 1]) > all.size())
        throw InvalidInput("starts that do not partition what they index");
      const std::span<const Segment> path(all.data() + first[i], all.data() + first[i + 1]);
      out.push_back(!path.empty() &&
                    (surely ? !passes_surely(reading, path) : passes_wrong_way(reading, path)));
    }
    return out;
  }));
}

int kind_of(const SharedWorld& w, Handle h) {
  const Call call;
  const WorldReading reading(w);
  if (const PlacedFeature* found = reading.features().find(h))
    return static_cast<int>(found->feature.kind);
  return reading.world().contains(h) ? obstacle_kind : no_kind;
}

nb::typed<nb::list, nb::any> lengths_in_areas(const SharedWorld& w, const SegmentRows& rows,
                                              const AreaFactors& factors) {
  const std::vector<Segment> path = segments_in(rows);
  const std::vector<AreaShare> shares = without_gil([&] { return area_lengths(w, path, factors); });
  nb::typed<nb::list, nb::any> out;
  for (const AreaShare& share : shares) out.append(nb::make_tuple(share.names, share.length));
  return out;
}

}  // namespace

nb::tuple features_out(const Features& features) {
  Obstacles all;
  std::vector<Record> records;
  for (const auto* kind : {&features.areas, &features.doors, &features.links})
    for (const auto& [handle, placed] : *kind) {
      const Obstacles& shape = placed.shape;
      all.handles.push_back(handle);
      for (std::size_t k = 0; k < shape.roles.size(); ++k) {
        all.roles.push_back(shape.roles[k]);
        all.points.insert(all.points.end(), shape.points.begin() + shape.chain_starts[k],
                          shape.points.begin() + shape.chain_starts[k + 1]);
        all.chain_starts.push_back(static_cast<std::int64_t>(all.points.size()));
      }
      all.obstacle_starts.push_back(static_cast<std::int64_t>(all.roles.size()));
      records.push_back(record_of(placed.feature));
    }
  return nb::make_tuple(vector_out(std::move(all.handles)),
                        vector_out(std::move(all.obstacle_starts)),
                        vector_out(std::move(all.chain_starts)), vector_out(bytes_of(all.roles)),
                        points_out(std::move(all.points)), records);
}

void add_features(WorldClass& world) {
  world
      .def("apply_features", &apply_features, "removed"_a, "handles"_a, "obstacle_starts"_a,
           "chain_starts"_a, "roles"_a, "points"_a, "feature_handles"_a, "feature_starts"_a,
           "feature_chain_starts"_a, "feature_roles"_a, "feature_points"_a, "records"_a,
           "switched"_a, "Obstacles and features as one edit: all or nothing.")
      .def(
          "features",
          [](const SharedWorld& w) {
            const Features copy =
                without_gil([&] { return w.read_features([](const Features& f) { return f; }); });
            return features_out(copy);
          },
          nb::sig("def features(self) -> tuple[typing.Any, ...]"),
          "Handles and shapes in flat arrays, and for each feature: kind, name, is_on, direction, "
          "cost, radius, two_way.")
      .def("kind", &kind_of, "handle"_a,
           "0 area, 1 door, 2 link, 3 obstacle; -1: nothing has this handle.")
      .def(
          "has_area",
          [](const SharedWorld& w, const std::string& name) {
            return without_gil([&] { return has_area(w, name); });
          },
          "name"_a, "Whether an area has this name.")
      .def_prop_ro(
          "has_ways",
          [](const SharedWorld& w) {
            return without_gil([&] {
              return w.read_features(
                  [](const Features& f) { return !f.links.empty() || f.one_way_doors > 0; });
            });
          },
          "Whether there are links or one-way doors, switched on or not.")
      .def("relaxed", &relaxed, nb::keep_alive<0, 1>(),
           nb::sig("def relaxed(self) -> World | None"),
           "The variant in which open one-way doors may be passed to both sides; None without any.")
      .def("wrong_way", &wrong_way, "segments"_a, "starts"_a, "surely"_a = false,
           "Whether each path passes a one-way door to the wrong side.")
      .def("variant", &variant, "avoided"_a, "doors"_a, nb::keep_alive<0, 1>(),
           nb::sig("def variant(self, avoided: collections.abc.Sequence[str], doors: "
                   "collections.abc.Sequence[tuple[int, bool]]) -> World | None"),
           "The world with these areas avoided and doors overridden; None: the world itself.")
      .def("area_lengths", &lengths_in_areas, "segments"_a, "factors"_a,
           "Lengths of a path by the names of the areas that it runs in. Along boundaries: on the "
           "side that costs less by these factors, by name, of those that are not behind a wall; "
           "outside if there are none.");
}

}  // namespace clearway::bindings
