// Which gates a path with a preferred clearance stops at.
#pragma once

#include <vector>

#include "stretch.hpp"

namespace clearway {

// The route is the widest one. Where several are equally wide, up to rounding, it is the one of the
// shortest path with that clearance; so it is decided from the narrowest gates up: the gates of
// this width on that path are stops, and between two stops the same is done again.
class StopFinder {
 public:
  StopFinder(const WidestRoutes& routes, StretchFinder& stretches, double prefer)
      : routes_(routes), stretches_(stretches), prefer_(prefer) {}

  // The start, the stops in order, the goal. The goal can be reached at the radius.
  std::vector<Stop> find(const Point& start, const Point& goal);

 private:
  Stop stop_at(const Point& point, std::optional<CrossedGate> gate = std::nullopt) const;
  // The stops between two; their gates are wider than `above`.
  void add_between(const Stop& from, const Stop& to, double above, std::vector<Stop>& out);

  const WidestRoutes& routes_;
  StretchFinder& stretches_;
  const double prefer_;
};

}  // namespace clearway
