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

class ExitFinder {
 public:
  // Exits cross no gate narrower than `below`.
  ExitFinder(const WidestRoutes& routes, PieceFinder& pieces, double below)
      : routes_(routes), pieces_(pieces), below_(below) {}

  // To the nearest point with this clearance, at most `max_length` away, that can be reached in
  // this direction. The stop's clearance is less. A straight exit is the shortest. Where the
  // nearest point cannot be reached straight, a few of the next ones are tried too, and the
  // shortest path is taken; if all cross a narrow gate, the exit climbs in smaller steps.
  std::optional<Exit> find(const Stop& stop, Direction direction, double clearance,
                           double max_length);

 private:
  std::optional<Exit> find_nearest(const Stop& stop, CellId cell, double clearance,
                                   double max_length);
  std::optional<Exit> climb(const Stop& stop, CellId cell, double clearance, double max_length,
                            int halvings);

  const WidestRoutes& routes_;
  PieceFinder& pieces_;
  const double below_;
};

}  // namespace clearway
