// What each file of the binding adds to the module.
#pragma once

#include <nanobind/nanobind.h>

#include "bound_world.hpp"
#include "clearway/planners/options.hpp"

namespace clearway::bindings {

// Options of a question, by the names of SearchOptions.
using OptionDict = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;
SearchOptions options_of(const OptionDict& given);

using WorldClass = nanobind::class_<BoundWorld>;

void add_errors();
void add_predicates(nanobind::module_& m);
void add_mesh(nanobind::module_& m, WorldClass& world);
void add_world(WorldClass& world);
void add_editing(nanobind::module_& m);
void add_query(WorldClass& world);
void add_abstraction(nanobind::module_& m, WorldClass& world);
void add_improve(nanobind::module_& m, WorldClass& world);
void add_visibility(WorldClass& world);
void add_tracing(nanobind::module_& m);
void add_watch(WorldClass& world);
void add_hierarchy(nanobind::module_& m);
void add_hierarchy_to(WorldClass& world);
void add_search(nanobind::module_& m, WorldClass& world);
void add_distances(WorldClass& world);
void add_grid(nanobind::module_& m);

}  // namespace clearway::bindings
