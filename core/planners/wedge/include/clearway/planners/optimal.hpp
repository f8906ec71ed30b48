// Planner "optimal": proved shortest paths for points and for discs of any radius, from one start
// to one goal or to many (docs/explanation/optimal.md).
//
// A search node is an edge of the mesh and the wedge in which a root sees it. The path to the root
// is known; it bends only at obstacle corners or, for a disc, follows circles around them. The
// first path popped at a goal is a shortest path.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/query/place.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class OptimalSearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. The world must outlive it.
  explicit OptimalSearch(const World& world);
  ~OptimalSearch();

  // The ends of all queries may be blocked by rounding (query/free_end.hpp).
  //
  // A shortest path, proved, unless options.limit expansions do not suffice. Then the result is the
  // best path so far. If none is known, greedy mode looks for one, at the cost of at most as many
  // expansions again plus 64 per triangle. The lower bound exceeds the optimum at most by rounding.
  // If the search ends with neither a path nor a proof that none exists, the status is no_path and
  // the lower bound is finite.
  //
  // options.effort: greedy mode finds a first path, and the search ends with the best path so far
  // at this multiple of the expansions of the first path. Values up to 1: the first path.
  //
  // options.deadline: greedy mode looks for a first path for up to half of the time, the exact
  // search has the rest. Later the result is the best path so far; if none is known, no_path with a
  // finite lower bound.
  //
  // options.partial: if the goal is unreachable or blocked, the path to the reachable point nearest
  // to it by straight distance; status partial, length and lower bound of that path. Candidate
  // points count against options.limit separately; if it does not suffice, the status is no_path
  // with lower bound 0.
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options = {});
  // The same into `path`, whose memory is used again, without stats.seconds: 0.
  void find(const Point& start, const Point& goal, double radius, const SearchOptions& options,
            Path& path);

  // Lengths of shortest paths from one start, equal to those of find() up to rounding; infinity
  // where there is no path. Uses one search for all goals where this is cheaper than one search per
  // goal.
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);

  // The path to the goal with the shortest path, and its index in `nearest`; ties go to the lower
  // index. If no goal can be reached, `nearest` is none and the status start_blocked or no_path.
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);

  // The shortest path to the nearest point of a place, for a disc by its centre, and the index of
  // the place's part that it reaches in `part`. A start inside the place: a path without length. If
  // no part can be reached, `part` is none; the status is goal_blocked if the disc fits nowhere on
  // the place. options.limit and options.deadline as for find(), without greedy mode; other options
  // are ignored. For a radius that is small against the coordinates (below 2^-40 of them) the path
  // leads to the point that a point would reach, and is not proved.
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part);

 private:
  struct Scratch;
  // As find(), with ends that are exactly free.
  void find_free(const Point& start, const Point& goal, double radius, const SearchOptions& options,
                 Path& path);

  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
