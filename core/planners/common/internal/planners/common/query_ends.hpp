// The ends of a query: located once, tested once, then passed to the search.
#pragma once

#include <optional>

#include "clearway/base/status.hpp"
#include "query/departures.hpp"
#include "query/free.hpp"

namespace clearway {

struct QueryEnds {
  LocatedPoint start, goal;

  QueryEnds(const World& world, const Point& from, const Point& to)
      : start(world.located(from)), goal(from == to ? start : world.located(to)) {}

  // start_blocked or goal_blocked if the disc does not fit at an end, the start tested first;
  // nullopt if it fits at both.
  std::optional<Status> blocked(const World& world, double radius) const {
    if (!fits(world, start, radius)) return Status::start_blocked;
    if (!fits(world, goal, radius)) return Status::goal_blocked;
    return std::nullopt;
  }

  // Whether the tests of query/departures.hpp are exact for a disc that fits at both ends.
  bool are_local(const World& world, double radius) const {
    return radius == 0 || (radius <= world.max_radius() && is_local(world, start, 2 * radius) &&
                           is_local(world, goal, 2 * radius));
  }
};

}  // namespace clearway
