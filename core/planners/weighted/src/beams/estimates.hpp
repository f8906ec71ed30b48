// Lower bounds on what a path to the goal costs through a part of a side.
#pragma once

#include "beam.hpp"
#include "route_end.hpp"
#include "weighted_mesh.hpp"

namespace clearway {

class BeamEstimates {
 public:
  // Both must outlive it.
  BeamEstimates(const WeightedMesh& mesh, const RouteEnd& goal) : mesh_(mesh), goal_(goal) {}

  // From a point that is reached at this cost.
  double at(const Point& p, double cost) const {
    return cost + mesh_.least_weight * goal_.distance_from(p);
  }
  // Through a part on which the cost is linear: `cost` at its start, growing with `slope`.
  double through_line(const SidePart& part, double cost, double slope) const;
  // Through a part that a point source reaches with this factor.
  double through_point(const SidePart& part, const BeamSource& source, double weight) const;

 private:
  const WeightedMesh& mesh_;
  const RouteEnd& goal_;
};

}  // namespace clearway
