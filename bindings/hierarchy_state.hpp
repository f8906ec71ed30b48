// Hierarchies of planner "thpa*" as arrays, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "clearway/session/shared_hierarchy.hpp"

namespace clearway::bindings {

// nanobind could hold the std::shared_ptr itself, but it would allocate memory for it, and a
// failure of that allocation would terminate the process.
struct BoundHierarchy {
  std::shared_ptr<SharedHierarchy> held;
  SharedHierarchy* operator->() const { return held.get(); }
};

void add_hierarchy_state(nanobind::class_<BoundHierarchy>& hierarchy);

}  // namespace clearway::bindings
