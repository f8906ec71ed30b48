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
  // Keeps scratch arrays between queries; one object a thread. The world must outlive it.
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
  // options.partial: where no path leads to the goal, or the goal is blocked, the path to
  // the closest place, by straight distance to the goal, that can be reached; status
  // partial, length and lower bound of that path. Places looked at count against options.limit
  // once more: where it is not enough, no_path with lower bound 0.
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options = {});

  // Lengths of shortest paths from one start, those of find() but for rounding; infinity where
  // there is none. In one search where that costs less than one for each goal.
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);

  // The goal with the shortest path, the first of equals, and that path. No goal can be
  // reached: none, and a path with status start_blocked or no_path.
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);

 private:
  struct State;
  Path search(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  Path find_closest(const Point& start, const Point& goal, double radius,
                    const SearchOptions& options);
  void search_narrow(const Point& start, const Location& from, const Point& goal,
                     const Location& to, double radius, const SearchOptions& options, Path& path);
  void search_wide(const Point& start, const Location& from, const Point& goal, const Location& to,
                   double radius, double scale, WedgeSearch& spread, const SearchOptions& options,
                   Path& path);
  void seek(const Point& start, const Location& from, const Point& goal, const Location& to,
            double radius, WedgeSearch& spread, const SearchOptions& options, Path& path);
  bool settle(const Point& start, double radius, WedgeSearch& spread, bool first_only,
              double budget, SearchStats& stats);
  const World& world_;
  std::unique_ptr<State> state_;
};

}  // namespace clearway
