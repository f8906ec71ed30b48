// The exact search over wedges: the interface that the searches for points and for discs share.
// It expands from one start over the mesh until goals are settled, each with a shortest path.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "planners/common/goals.hpp"

namespace clearway {

class WedgeSearch {
 public:
  virtual ~WedgeSearch() = default;

  // A deterministic search expands the same nodes whatever was searched before. Only then does a
  // search with a limit always give the same answer; it prunes less. Off by default.
  virtual void set_deterministic(bool on) = 0;

  // From now on, appends the triangles that it expands to the list; null: does not.
  virtual void log(std::vector<TriangleId>* explored) = 0;

  // Start and goals are free for this radius. The goals must outlive the search.
  virtual void begin(const LocatedPoint& start, double radius, Goals& goals,
                     SearchStats& stats) = 0;

  // Expands until at most `open_goals` goals are not settled, the queue is empty, or the stats
  // count `max_expansions`. Returns a lower bound on the length of every path to a goal not yet
  // settled; infinity if none can be reached.
  virtual double run_until(std::size_t open_goals, std::uint64_t max_expansions) = 0;

  // Weights the heuristic from now on: the next goal settled has a legal path, not necessarily a
  // shortest one. Only for searches with one goal.
  virtual void switch_to_greedy() = 0;

  // Settles the only goal, or one of several segments, with the best path found so far. Returns
  // false if there is none.
  virtual bool accept_known_path() = 0;

  // Length of the path to a settled goal, and the path itself.
  virtual double length(GoalId goal) const = 0;
  virtual void write(GoalId goal, const Point& start, Path& path) const = 0;
};

// Logs the expansions of a search to the list, while it exists.
template <class Search>
class ExplorationLog {
 public:
  ExplorationLog(Search& search, std::vector<TriangleId>* explored)
      : search_(explored ? &search : nullptr) {
    if (search_) search_->log(explored);
  }
  ~ExplorationLog() {
    if (search_) search_->log(nullptr);
  }
  ExplorationLog(const ExplorationLog&) = delete;

 private:
  Search* search_;
};

// The weight of the heuristic in greedy mode.
inline constexpr double greedy_weight = 2.0;

}  // namespace clearway
