// Checks the invariants of a hierarchy, for tests.
#pragma once

#include "clearway/world/world.hpp"
#include "hierarchy_data.hpp"

namespace clearway {

// Checks every relation that queries and edits rely on, from scratch. Throws InternalError.
void validate(const HierarchyData& data, const World& world);

}  // namespace clearway
