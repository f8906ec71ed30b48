// How a disc leaves the start and reaches the goals, for a point that uses only what the disc can
// pass (query/exact_departures.hpp): on which side of the gates at its ends the disc is.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "planners/common/goals.hpp"

namespace clearway {

class DiscPortals {
 public:
  explicit DiscPortals(const World& world) : world_(world), mesh_(world.mesh()) {}

  // The disc of this width fits at the start and the goals. Width 0: a point, for which everything
  // is allowed.
  void begin(const LocatedPoint& start, double width, const Goals& goals);

  // Turns narrower than the disc that it can make next to its ends, as it is on the right side of
  // the gate there.
  const std::vector<HalfEdgeId>& open_turns() const { return open_turns_; }
  // Whether the disc can leave the triangle of the start by this half-edge.
  bool can_depart(HalfEdgeId exit) const;
  // Whether it reaches the goal in the triangle that it enters by this half-edge.
  bool can_arrive(GoalId goal, HalfEdgeId ahead) const;
  // Whether it reaches the goal inside the triangle of the start.
  bool is_direct(GoalId goal) const { return width_ == 0 || is_direct_[goal]; }

 private:
  void open_turns_along(const std::vector<HalfEdgeId>& portals);

  const World& world_;
  const Mesh& mesh_;
  double width_ = 0.0;
  // Half-edges of the triangles that contain the ends.
  std::vector<HalfEdgeId> departures_;
  IdVector<GoalId, std::vector<HalfEdgeId>> arrivals_;  // by goal
  std::vector<HalfEdgeId> open_turns_;
  IdVector<GoalId, char> is_direct_;  // by goal
};

}  // namespace clearway
