// What a weighted search may use, and the route that it finds.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/planners/options.hpp"
#include "weighted_mesh.hpp"

namespace clearway {

// Where a route crosses a side, entering the triangle of the half-edge; and a first guess where.
struct RouteCrossing {
  HalfEdgeId entered;
  Point guess;
};

// What the rounds of one query may still use.
struct Budget {
  const SearchOptions& options;
  std::uint64_t expanded = 0, generated = 0;
  bool is_spent() const {
    return expanded >= options.limit || generated >= most_nodes ||
           (expanded % SearchOptions::clock_slice == 0 && options.is_late());
  }
  static constexpr std::uint64_t most_nodes = std::uint64_t{1} << 25;
};

}  // namespace clearway
