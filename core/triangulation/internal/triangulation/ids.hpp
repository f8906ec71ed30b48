// Typed ids of the triangulation and of the input chains.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using ChainPointId = Id<struct ChainPointTag>;  // a point of a chain
using SegmentId = Id<struct SegmentTag>;        // numbered as the point that it starts at
using ChainId = Id<struct ChainTag>;            // in Chains::chains
using ObstacleId = Id<struct ObstacleTag>;      // in Chains::obstacles
using RunId = Id<struct RunTag>;                // of refinement vertices
using OwnerId = Id<struct OwnerTag>;            // an entry of EdgeOwners

}  // namespace clearway
