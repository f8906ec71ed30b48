// The part of a path between two stops.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "exit.hpp"

namespace clearway {

struct Stretch {
  std::vector<Segment> segments;
  double length;
  bool optimal;  // the shortest path with the preferred clearance, proved
};

class StretchFinder {
 public:
  StretchFinder(const WidestRoutes& routes, PieceFinder& pieces, double prefer)
      : routes_(routes), pieces_(pieces), exits_(routes, pieces, 2 * prefer), prefer_(prefer) {}

  // nullopt: a search ended early.
  std::optional<Stretch> find(const Stop& from, const Stop& to);

  // By an exit from each stop whose clearance is less than `level`, together at most `max_outside`
  // long, and the shortest path with that clearance between them. nullopt: there is none.
  struct Levelled {
    Stretch stretch;
    double outside;                    // length of the exits
    std::vector<CrossedGate> crossed;  // further gates narrower than twice the preferred clearance
  };
  std::optional<Levelled> find_at(const Stop& from, const Stop& to, double level,
                                  double max_outside = std::numeric_limits<double>::infinity());

 private:
  std::optional<Levelled> find_direct(const Stop& from, const Stop& to);

  const WidestRoutes& routes_;
  PieceFinder& pieces_;
  ExitFinder exits_;
  const double prefer_;
};

}  // namespace clearway
