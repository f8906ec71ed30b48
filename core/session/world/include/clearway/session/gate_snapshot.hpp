// The gates of one version and the cells between them (query/gate_tree.hpp), as compact arrays.
//
// Gates cut the free space into cells, each around one place of largest clearance. Two points where
// a disc fits are connected for it exactly if a chain of gates at least as wide as the disc joins
// their cells (docs/explanation/clearance.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clearway/session/shared_world.hpp"

namespace clearway {

struct GateSnapshot {
  std::uint64_t version = 0;
  std::size_t cell_count = 0;
  std::vector<double> widths;       // G, narrowest first; rounded down
  std::vector<double> gates;        // G x 4: the two obstacle points
  std::vector<std::int32_t> cells;  // G x 2: left of the line from the first point, and right; -1
                                    // where rounding leaves no room beside the gate
};

// Cost of the first call after an edit: linear, and sorts the gates.
GateSnapshot gate_snapshot(const SharedWorld& shared);

// The cell of each point, -1 outside free space; cells are numbered as in gate_snapshot() of the
// same version. A point on a gate is in one of the two cells. `version` receives that version.
std::vector<std::int32_t> cells_at(const SharedWorld& shared, std::span<const Point> points,
                                   std::uint64_t& version);

}  // namespace clearway
