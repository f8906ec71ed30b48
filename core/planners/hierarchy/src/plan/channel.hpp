// The channel of a plan: of its connections and edges, one after the other.
#pragma once

#include <vector>

#include "hierarchy_data.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

// Fills the channel as far as the last node.
void build_channel(const HierarchyData& data, Plan& plan);

// Replaces a rough connection to the goal by the shortest path, unless legs rely on triangles that
// this would drop.
void refine_last(const ExactSearch& exact, const Point& goal, Plan& plan);

// Continues the channel to the goal, after refine_last(); once.
void complete_channel(const ExactSearch& exact, const Point& goal, Plan& plan);

// The segments of the connections and edges, not pulled tight. For one radius.
std::vector<Segment> segments_of(const HierarchyData& data, const Plan& plan);

}  // namespace clearway
