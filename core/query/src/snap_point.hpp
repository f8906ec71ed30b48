// The nearest free point on an edge between blocked and free space, for points.
#pragma once

#include "clearway/world/world.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {

// The point of the edge nearest to p, moved by rounding steps until it fits() there; an end of the
// edge if no such point is near.
Point snap_to_side(const World& world, const Point& p, const ObstacleFeature& side);

}  // namespace clearway
