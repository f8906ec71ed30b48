// Lower bounds on what a path to the goal costs through a part of a side.
//
// They are the straight distance at the least factor. Where the goal is a point among triangles
// that all cost more, every path pays more for its last piece, depending on where it comes from.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "beam.hpp"
#include "route_end.hpp"
#include "weighted_mesh.hpp"

namespace clearway {

class BeamEstimates {
 public:
  // Both must outlive it.
  BeamEstimates(const WeightedMesh& mesh, const RouteEnd& goal);

  // From a point that is reached at this cost.
  double at(const Point& p, double cost) const {
    return cost + mesh_.least_weight * goal_.distance_from(p) + last_piece(p, p);
  }
  // Through a part on which the cost is linear: `cost` at its start, growing with `slope`.
  double through_line(const SidePart& part, double cost, double slope) const;
  // Through a part that a point source reaches with this factor.
  double through_point(const SidePart& part, const BeamSource& source, double weight) const;

 private:
  static constexpr std::size_t sectors = 64;  // of directions from the goal

  void measure_surroundings();
  // What paths from all points of ab pay at least, more than their distance at the least factor.
  double last_piece(const Point& a, const Point& b) const;
  std::size_t sector_of(const Point& p) const;

  const WeightedMesh& mesh_;
  const RouteEnd& goal_;
  // Around the goal: the least factor, and what a path from this direction pays more that comes
  // from outside.
  double near_weight_;
  std::array<double, sectors> from_outside_{};
};

}  // namespace clearway
