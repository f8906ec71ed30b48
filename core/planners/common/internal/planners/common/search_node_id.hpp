// The number of a node of a wedge search, in the order in which the nodes were created.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using SearchNodeId = Id<struct SearchNodeTag>;

}  // namespace clearway
