// What a search over corners expands.
#pragma once

#include "clearway/geometry/point.hpp"

namespace clearway {

struct ExpandedCorner {
  Point predecessor;  // on the cheapest path to the corner: another corner, or the start
  Point at;
};

}  // namespace clearway
