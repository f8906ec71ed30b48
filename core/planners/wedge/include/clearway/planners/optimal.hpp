// Planner "optimal": shortest paths, proved, for points and for discs of any radius, from one start
// to one goal or to many (docs/explanation/optimal.md).
//
// A node is an edge of the mesh and the wedge in which a root sees it. The path to the root is
// known and bends only at obstacle corners or, for a disc, follows circles around them. The first
// path popped at a goal is a shortest path.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class WedgeSearch;

class OptimalSearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. The world must outlive it.
  explicit OptimalSearch(const World& world);
  ~OptimalSearch();

  // Proved shortest unless options.limit expansions were not enough. Then the result is the best
  // path so far or, if none was known, one found in greedy mode, which costs at most as many
  // expansions again plus 64 per triangle; its lower bound exceeds the optimum at most by
  // rounding. A search that ends with neither path nor proof: no_path with a finite lower bound.
  //
  // options.effort: a first path is found in greedy mode, and the search ends with the best path
  // so far at that multiple of its expansions. Values up to 1: the first path.
  //
  // options.partial: if the goal is unreachable or blocked, the path to the reachable point nearest
  // to it by straight distance; status partial, length and lower bound of that path. Points tested
  // count against options.limit again: if it does not suffice, no_path with lower bound 0.
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options = {});

  // Lengths of shortest paths from one start, as by find() up to rounding; infinity where there is
  // none. Uses one search for all goals where that costs less than one per goal.
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);

  // The goal with the shortest path, the first of equal ones, and that path. If no goal can be
  // reached: none, and a path with status start_blocked or no_path.
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);

 private:
  struct State;
  // The disc fits at both ends of what follows.
  Path solve(const LocatedPoint& start, const LocatedPoint& goal, double radius,
             const SearchOptions& options);
  void solve_narrow(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                    const SearchOptions& options, Path& path);
  void solve_wide(const LocatedPoint& start, const LocatedPoint& goal, double radius, double scale,
                  WedgeSearch& search, const SearchOptions& options, Path& path);
  void run(const LocatedPoint& start, const LocatedPoint& goal, double radius, WedgeSearch& search,
           const SearchOptions& options, Path& path);
  Path find_closest(const LocatedPoint& start, const Point& goal, double radius,
                    const SearchOptions& options);
  bool settle(const LocatedPoint& start, double radius, WedgeSearch& search, bool first_only,
              double budget, SearchStats& stats);
  const World& world_;
  std::unique_ptr<State> state_;
};

}  // namespace clearway
