// The stops of a path with a preferred clearance: its ends and the narrow gates between them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "planners/preferred/preferred_path.hpp"
#include "query/crossed_gates.hpp"

namespace clearway {

// Where a path goes on from a stop, or where it came from.
enum class Direction { onwards, back };

struct Stop {
  Point point;
  double clearance;                 // there; at most the preferred clearance
  std::optional<CrossedGate> gate;  // none: an end

  // Whether the path is left of the gate in this direction.
  bool is_left(Direction direction) const {
    return gate->left_next == (direction == Direction::onwards);
  }
  bool is_at(GateId other) const { return gate && gate->id == other; }
};

// The cell of a stop; of the two at a gate, the one in this direction.
CellId cell_of(const GateTree& tree, const Stop& stop, Direction direction);

// The gates narrower than `below` that a path crosses, except those at its ends.
std::vector<CrossedGate> gates_between(const GateSet& gates, const Stop& from, const Stop& to,
                                       std::span<const Segment> path, double below);

}  // namespace clearway
