// A set of triangles that is listed in order of insertion: those whose part of the abstraction is
// being repaired.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/id.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

class RepairRegion {
 public:
  explicit RepairRegion(std::size_t slots) : is_inside_(slots, 0) {}

  bool contains(TriangleId t) const { return is_inside_[t]; }
  void add(TriangleId t) {
    if (is_inside_[t]) return;
    is_inside_[t] = 1;
    triangles_.push_back(t);
  }
  // In the order in which they were added; free slots and blocked triangles are among them.
  const std::vector<TriangleId>& triangles() const { return triangles_; }
  std::vector<TriangleId>& triangles() { return triangles_; }

 private:
  IdVector<TriangleId, std::uint8_t> is_inside_;
  std::vector<TriangleId> triangles_;
};

}  // namespace clearway
