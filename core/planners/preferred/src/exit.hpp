// How a path leaves a stop, to where its clearance is larger.
#pragma once

#include <optional>
#include <vector>

#include "piece_finder.hpp"
#include "stops.hpp"

namespace clearway {

struct Exit {
  Point at;                       // its clearance is the one asked for
  std::vector<Segment> segments;  // from the stop
  double length;
};

// The nearest point with this clearance, at most `max_length` away, on that side of the stop's
// gate, that can be reached without crossing a gate narrower than `below`. The stop's clearance is
// less. A straight exit is the shortest. Where the nearest point cannot be reached straight, a few
// of the next ones are tried too, and the shortest path is taken.
std::optional<Exit> find_exit(const GateSet& gates, PieceFinder& pieces, const Stop& stop,
                              Direction direction, double clearance, double max_length,
                              double below);

}  // namespace clearway
