// Ids of the parts of a hierarchy.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using ClusterId = Id<struct ClusterTag>;
using NodeId = Id<struct NodeTag>;  // of the abstract graph
using EdgeId = Id<struct EdgeTag>;  // of the abstract graph

}  // namespace clearway
