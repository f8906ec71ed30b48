// The functions by which each file of the bindings adds to the module.
#pragma once

#include <nanobind/nanobind.h>

#include "clearway/session/planners.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway::bindings {

// Options by name, numbers and bools.
using OptionDict = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;
std::vector<NamedValue> values_of(const OptionDict& given);

using WorldClass = nanobind::class_<SharedWorld>;

// Kinds of handles beside those of FeatureKind.
inline constexpr int obstacle_kind = 3, no_kind = -1;
// The features in flat arrays, as World.features returns them.
nanobind::tuple features_out(const Features& features);

void add_errors();
void add_predicates(nanobind::module_& m);
void add_progress(nanobind::module_& m);
void add_planners(nanobind::module_& m);
void add_mesh(nanobind::module_& m, WorldClass& world);
void add_world(WorldClass& world);
void add_features(WorldClass& world);
void add_editing(nanobind::module_& m);
void add_query(WorldClass& world);
void add_abstraction(nanobind::module_& m, WorldClass& world);
void add_gates(nanobind::module_& m, WorldClass& world);
void add_visibility(WorldClass& world);
void add_tracing(nanobind::module_& m);
void add_watch(WorldClass& world);
void add_path_batch(nanobind::module_& m);
void add_search(nanobind::module_& m, WorldClass& world);
void add_places(nanobind::module_& m, WorldClass& world);
void add_field(nanobind::module_& m, WorldClass& world);
void add_motion(nanobind::module_& m);
void add_crowd(nanobind::module_& m, WorldClass& world);
void add_hierarchy(nanobind::module_& m, WorldClass& world);
void add_labels(nanobind::module_& m);
void add_grid(nanobind::module_& m);

}  // namespace clearway::bindings
