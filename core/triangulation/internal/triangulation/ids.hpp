// Typed ids of the triangulation and of the input chains.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using CornerId = Id<struct CornerTag>;      // a point of a chain
using SegmentId = CornerId;                 // the segment that starts at the corner
using ChainId = Id<struct ChainTag>;        // in Chains::chains
using ObstacleId = Id<struct ObstacleTag>;  // in Chains::obstacles
using RunId = Id<struct RunTag>;            // of refinement vertices
using OwnerId = Id<struct OwnerTag>;        // an entry of EdgeOwners

}  // namespace clearway
