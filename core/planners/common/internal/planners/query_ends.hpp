// The ends of a query: located once and tested once, then handed down to whatever searches.
#pragma once

#include <optional>

#include "clearway/base/status.hpp"
#include "clearway/query/queries.hpp"
#include "query/departures.hpp"

namespace clearway {

struct QueryEnds {
  LocatedPoint start, goal;

  QueryEnds(const World& world, const Point& from, const Point& to)
      : start(world.located(from)), goal(world.located(to)) {}

  // The status of a query whose disc does not fit at an end, the start first; nullopt where it
  // fits at both.
  std::optional<Status> blocked(const World& world, double radius) const {
    if (!fits(world, start, radius)) return Status::start_blocked;
    if (!fits(world, goal, radius)) return Status::goal_blocked;
    return std::nullopt;
  }

  // Whether the tests of query/departures.hpp tell all about a disc that fits at both ends.
  bool are_local(const World& world, double radius) const {
    return radius == 0 || (radius <= world.max_radius() && is_local(world, start, 2 * radius) &&
                           is_local(world, goal, 2 * radius));
  }
};

}  // namespace clearway
