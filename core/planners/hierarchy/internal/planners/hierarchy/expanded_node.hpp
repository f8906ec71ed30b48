// What the search for a plan expands.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

struct ExpandedNode {
  Point predecessor;  // on the plan to the node: another node, or the start
  Point at;
};

}  // namespace clearway
