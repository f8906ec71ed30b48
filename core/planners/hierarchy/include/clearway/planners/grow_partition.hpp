// A partition of a graph into connected parts, for hierarchies, without another library.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/base/id.hpp"

namespace clearway {

// The part of each vertex of a graph: about `parts` of them, of similar size, numbered from 0. The
// neighbours of vertex i are neighbours[starts[i]] to neighbours[starts[i + 1] - 1]; the graph is
// undirected. Every part is connected, except that small components of the graph share parts.
//
// The graph is halved repeatedly. Each half grows breadth-first from an end of its piece, so that
// cuts are short, but longer than those of METIS. Costs O(n log parts). Throws InvalidInput if the
// graph is malformed.
std::vector<std::int32_t> grow_partition(std::span<const std::int64_t> starts,
                                         std::span<const std::int32_t> neighbours, Index parts);

}  // namespace clearway
