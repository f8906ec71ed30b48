// Joins channels to one that never turns back.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "clearway/mesh/ids.hpp"

namespace clearway {

// Appends channels to a list of triangles, and drops steps that are undone at once.
class ChannelBuilder {
 public:
  // `marks`: numbers of leading triangles of the list, ascending. A mark on dropped triangles moves
  // back to the end of what is left.
  ChannelBuilder(std::vector<TriangleId>& triangles, std::vector<std::size_t>& marks)
      : triangles_(triangles), marks_(marks) {}

  void append(std::span<const TriangleId> channel, bool backwards);
  void mark() { marks_.push_back(triangles_.size()); }

 private:
  void step(TriangleId t);

  std::vector<TriangleId>& triangles_;
  std::vector<std::size_t>& marks_;
  std::size_t kept_ = 0;  // triangles that were there before append() and still are
};

// How many triangles of a channel would be kept if another one were appended. Neither turns back.
std::size_t kept_by_appending(std::span<const TriangleId> channel,
                              std::span<const TriangleId> appended);

}  // namespace clearway
