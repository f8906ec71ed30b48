// Queries that run between the free ends that represent their ends (query/free_end.hpp), in the
// same way for every planner.
#pragma once

#include <optional>

#include "clearway/path/path.hpp"
#include "query/free_end.hpp"

namespace clearway {

// As free_end(), located.
struct LocatedEnd {
  LocatedPoint point;
  double radius;
};
std::optional<LocatedEnd> located_end(const World& world, const Point& p, double radius);

// The exactly free ends that represent those of a query.
struct RoundedEnds {
  Point start, goal;
  double radius;  // at most that of the query

  // nullopt unless an end is blocked, and by no more than rounding. An end that is blocked by more
  // stays as it is.
  static std::optional<RoundedEnds> find(const World& world, const Point& start, const Point& goal,
                                         double radius);
};

// Makes a path between the free ends begin at `start`, and end at `goal` if it was found.
void extend_to_ends(const Point& start, const Point& goal, Path& path);

// Whether an answer from the ends as given may differ from one from free ends: an end is blocked,
// or the path is partial.
inline bool may_be_rounded(Status status) {
  return status == Status::start_blocked || status == Status::goal_blocked ||
         status == Status::partial;
}

// find(start, goal, radius) answers a query from ends that are exactly free. Costs nothing unless
// it reports a blocked end, or a partial path: then it may be called again, with free ends.
template <class Find>
Path find_from_rounded(const World& world, const Point& start, const Point& goal, double radius,
                       Find find) {
  Path path = find(start, goal, radius);
  if (!may_be_rounded(path.status)) [[likely]]
    return path;
  const auto ends = RoundedEnds::find(world, start, goal, radius);
  if (!ends) return path;
  path = find(ends->start, ends->goal, ends->radius);
  extend_to_ends(start, goal, path);
  return path;
}

}  // namespace clearway
