// The cheapest path of a point among areas that multiply its length.
//
// Rounds of interval searches (src/intervals/search.hpp) find a lower bound on the cost of every
// path, and the route on which it is attained. The cheapest path along that route
// (src/crossing_points.hpp) is an upper bound. As long as they differ by more than the tolerance,
// the sides of the mesh are divided where the bound is off, and the next round runs from the other
// end, guided by the bounds of the last one. A round that finds no route below upper bound / (1 +
// tolerance) is the proof.
#pragma once

#include <limits>
#include <vector>

#include "clearway/base/status.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/query/place.hpp"
#include "planners/weighted/weighted_regions.hpp"

namespace clearway {

class RouteEnd;

struct WeightedAnswer {
  std::vector<Point> points;  // empty: no path cheaper than the one known before was found
  double cost;                // of the points; infinity if there are none
  double lower_bound;         // no path costs less
  bool is_proved;             // cost or known cost <= (1 + tolerance) lower_bound
  Index part;                 // of the goal, where the points end; none if there are none
  SearchStats stats;
  double rounding = 0.0;  // how much lower the bound is because coordinates are rounded
};

struct KnownCost {
  double upper = std::numeric_limits<double>::infinity();
  double lower = 0.0;
};

class WeightedSearch {
 public:
  // Valid as long as the regions are. Points are in the coordinates of the world, not in those of
  // the overlay.
  WeightedSearch(const WeightedRegions& regions, AreaFactors factors);

  // `known`: the cost of a path that is known, infinity if there is none, and a lower bound on all.
  // `tolerance` > 0.
  // options.limit counts expansions; when it or the deadline is reached, the answer is the best so
  // far. Ends in no free triangle give no points and a bound of infinity.
  WeightedAnswer find(const Point& start, const Point& goal, const KnownCost& known,
                      double tolerance, const SearchOptions& options) const;
  // To the cheapest point of a place in which the start is not: lines, and boundaries of areas.
  WeightedAnswer find(const Point& start, const Place& goal, const KnownCost& known,
                      double tolerance, const SearchOptions& options) const;

 private:
  RouteEnd end_at(const Point& p) const;
  WeightedAnswer find(const RouteEnd& start, const RouteEnd& goal, const KnownCost& known,
                      double tolerance, const SearchOptions& options) const;

  const WeightedRegions& regions_;
  AreaFactors factors_;
};

}  // namespace clearway
