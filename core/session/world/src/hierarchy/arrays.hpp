// The state of a hierarchy as arrays, and back.
#pragma once

#include <cstdint>
#include <span>

#include "clearway/session/shared_hierarchy.hpp"
#include "planners/hierarchy/hierarchy_state.hpp"
#include "world/rows.hpp"

namespace clearway {

// Without version and clusters.
SharedHierarchy::State arrays_of(const HierarchyState& state, const Rows& rows);

// The inverse, given the slots of the rows. Throws InvalidInput if the arrays do not fit together;
// Hierarchy::restore() checks what the numbers mean.
HierarchyState state_of(const SharedHierarchy::State& arrays, std::span<const std::int32_t> slots);

}  // namespace clearway
