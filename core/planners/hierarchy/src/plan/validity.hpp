// Whether edits have left a plan as it is.
#pragma once

#include "clearway/world/world.hpp"
#include "hierarchy_data.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

// HierarchyQuery::is_valid() has the contract.
bool is_plan_valid(const World& world, const HierarchyData& data, const Plan& plan,
                   const PlanPosition& position);

// The index of the next node of the plan after a position; plan.nodes.size(): none.
std::size_t next_node(const Plan& plan, const PlanPosition& position);

// How far rounding may put a position of the plan too close to an obstacle.
double position_tolerance(const Plan& plan, const Point& point);

}  // namespace clearway
