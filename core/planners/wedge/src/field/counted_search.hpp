// Runs a search to everywhere, and counts the triangles that it has reached as steps of the phase.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/progress.hpp"
#include "clearway/mesh/mesh.hpp"
#include "path_query.hpp"

namespace clearway {

// `stats` and `records` are those that the search writes.
template <class Search, class Record>
void run_counted(Search& search, const Mesh& mesh, const SearchStats& stats,
                 const std::vector<Record>& records) {
  if (!is_counted()) {
    search.run_until(0, no_limit);
    return;
  }
  constexpr std::uint64_t expansions = 4096;  // between two counts
  IdVector<TriangleId, char> is_reached(mesh.triangles.size(), 0);
  std::size_t seen = 0;
  std::uint64_t reached = 0, limit = 0;
  do {
    limit = stats.expanded + expansions;
    search.run_until(0, limit);
    for (; seen < records.size(); ++seen) {
      char& is = is_reached[records[seen].triangle];
      reached += is == 0;
      is = 1;
    }
    reach_step(reached);
  } while (stats.expanded >= limit);
}

}  // namespace clearway
