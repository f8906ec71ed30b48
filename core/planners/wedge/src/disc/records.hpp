// What the wedges of a search for discs to everywhere have seen: the material of a field.
#pragma once

#include <vector>

#include "roots.hpp"

namespace clearway {

// Lines from the root between the directions `low` and `high` reach the triangle. Whether a line is
// legal has not been tested.
struct DiscRecord {
  TriangleId triangle;
  DiscRootId root;
  Vector low, high;
};

using DiscRecords = std::vector<DiscRecord>;

}  // namespace clearway
