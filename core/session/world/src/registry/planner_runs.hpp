// How each planner of the registry answers queries and improves paths.
#pragma once

#include <memory>

#include "clearway/session/planners.hpp"

namespace clearway {

using StartRun = std::unique_ptr<PlannerRun>(const WorldReading& reading);
StartRun start_bsp, start_channel, start_optimal, start_ta_star, start_tra_star, start_vg,
    start_vgo;

using ExploreCorners = std::vector<ExpandedCorner>(const WorldReading& reading, const Point& start,
                                                   const Point& goal, const SearchOptions& options);
ExploreCorners explore_bsp, explore_vg, explore_vgo;

using MakeImprover = std::unique_ptr<Improver>(const WorldReading& reading,
                                               const ImproveQuery& query);
MakeImprover improve_by_rounds, improve_by_fronts, improve_ta_star, improve_tra_star;

}  // namespace clearway
