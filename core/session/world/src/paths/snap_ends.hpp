// Moves blocked ends of queries to the nearest free points.
#pragma once

#include <span>

#include "clearway/query/place.hpp"
#include "clearway/session/paths.hpp"

namespace clearway {

// Moves the ends as Snapping describes, in the world that the search will see, and makes the spans
// those of `snapping`. Null: does nothing. One radius for all of them, or one for each.
void snap_starts(const World& world, std::span<const Point>& starts, std::span<const double> radii,
                 Snapping* snapping);
void snap_goals(const World& world, std::span<const Point>& goals, std::span<const double> radii,
                Snapping* snapping);

// Moves the parts of the place that are points. Snapping::goals has a row for each part; those of
// other parts are not used.
void snap_points_of(const World& world, Place& place, double radius, Snapping& snapping);

}  // namespace clearway
