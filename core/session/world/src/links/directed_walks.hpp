// Shortest paths, without links, through doors that are open to one side.
//
// If the shortest path among doors that are open to both sides passes them surely as they are open,
// it is the answer. Otherwise an overlay is searched (planners/weighted), in which the sides of the
// mesh on these doors are open in one direction: for a point the shortest path, proved; for a disc
// a legal path between polygons around the obstacles, pulled tight, and a lower bound.
#pragma once

#include "leg_search.hpp"
#include "relaxed_reading.hpp"
#include "state/world_state.hpp"
#include "weighted/goal.hpp"

namespace clearway {

class DirectedWalks final : public LegSearch {
 public:
  // `relaxed` has a reading. Both must outlive it.
  DirectedWalks(const WorldReading& reading, const RelaxedReading& relaxed);

  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override;
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part) override;
  bool is_symmetric() const override { return false; }

 private:
  Path shortest(const Point& start, const WeightedGoal& goal, double radius,
                const SearchOptions& options, Index& part);
  // `lower`: a bound that is known.
  Path through_doors(const Point& start, const WeightedGoal& goal, double radius,
                     const SearchOptions& options, double lower, Index& part);
  // Replaces pieces of a disc's path by shortest ones where these pass doors as they are open.
  void pull_tight(Path& path, double radius);

  const WorldReading& reading_;
  const RelaxedReading& relaxed_;
  SearchLoan open_;  // of the relaxed reading
};

}  // namespace clearway
