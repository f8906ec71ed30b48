// What the wedges of a search for points to everywhere have seen: the material of a field.
#pragma once

#include <vector>

#include "nodes.hpp"

namespace clearway {

// The root sees the part of the triangle between its boundary rays at these corners (boundary_ray);
// the whole triangle if they are none: the root is a source inside it.
struct PointRecord {
  TriangleId triangle;
  PointRootId root;
  VertexId left, right;
};

using PointRecords = std::vector<PointRecord>;

}  // namespace clearway
