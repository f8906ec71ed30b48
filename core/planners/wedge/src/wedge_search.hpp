// A search that spreads from one start over the mesh until goals are settled, each with a
// shortest path: what the optimal searches for points and for discs have in common.
#pragma once

#include <cstdint>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "planners/goals.hpp"

namespace clearway {

class WedgeSearch {
 public:
  virtual ~WedgeSearch() = default;

  // Whether what is expanded must not depend on searches before: a search that is cut short
  // gives the same answer every time only then, and skips less. Off at first.
  virtual void set_deterministic(bool is) = 0;

  // Start and goals are free for this radius. The goals must outlive the search.
  virtual void begin(const Point& start, const Location& from, double radius, Goals& goals,
                     SearchStats& stats) = 0;

  // Goes on until no more than `open` goals are open, nothing is left, or `limit` nodes have
  // been expanded, as `stats` counts. Returns a lower bound of the way to every goal still open:
  // infinity when none can be reached.
  virtual double run_until(std::size_t open, std::uint64_t limit) = 0;

  // From now on what seems close to its goal comes first: the next goal settled has a legal
  // path, not a shortest one. For one goal.
  virtual void switch_to_greedy() = 0;

  // Settles the only goal with the best path so far; false when there is none.
  virtual bool accept_known_path() = 0;

  virtual double length(Index goal) const = 0;  // of the path to a settled goal
  // That path.
  virtual void write(Index goal, const Point& start, Path& path) const = 0;
};

// In a hurry the way ahead counts this much more than the way behind.
inline constexpr double greedy_weight = 2.0;

}  // namespace clearway
