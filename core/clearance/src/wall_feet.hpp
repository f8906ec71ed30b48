// Busy walls: a wall with more than a few gates gets a vertex at the foot of each of them
// (docs/explanation/clearance.md). Whether such a gate exists depends on the obstacles near the
// disc over it, not on the mesh. So a change affects only the feet near it.
//
// WallFeet is the part of a repair (clearance_repair.hpp) that keeps these feet.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "changed_triangles.hpp"
#include "foot_insertion.hpp"
#include "repair_state.hpp"
#include "wall_survey.hpp"

namespace clearway {

class WallFeet {
 public:
  WallFeet(RepairState& state, ChangedTriangles& changed, FootInsertion& insertion)
      : s_(state), changed_(changed), insertion_(insertion), survey_(state) {}

  bool is_on_busy(HalfEdgeId wall) const;

  // Tests the doubtful feet. Retracts those that have lost their gate, and all feet of a wall that
  // is no longer busy.
  void check();

  // Feet within rounding of one another share one vertex, at the lexicographically first of their
  // positions. Lists busy vertices of the triangle to be retracted because one of their gates
  // belongs at an earlier position.
  void find_collisions(TriangleId triangle);

  // The walls that survey() examines.
  void clear_walls() { walls_.clear(); }
  void add_wall(HalfEdgeId wall) { walls_.push_back(wall); }
  // Finds walls that have become busy, and plans their feet.
  void survey();

  // Plans a foot unless it has been tried already. Returns whether it was planned.
  bool plan(HalfEdgeId wall, const Point& foot);
  bool has_plans() const { return !plans_.empty(); }
  // Inserts the planned feet. Returns whether there were any.
  bool insert_planned();

 private:
  // A vertex to be inserted at the foot of a gate on a busy wall.
  struct Plan {
    VertexId a, b;         // the ends of the piece of wall
    Point foot, position;  // the exact foot, rounded; the position of the vertex
    std::uint64_t key;     // key_of()
  };

  bool is_still_foot(VertexId vertex);
  void raise(HalfEdgeId wall);
  int& times_raised(HalfEdgeId wall);
  std::uint64_t key_of(HalfEdgeId wall, const Point& position);

  RepairState& s_;
  ChangedTriangles& changed_;
  FootInsertion& insertion_;
  WallSurvey survey_;
  std::vector<Plan> plans_;
  std::vector<HalfEdgeId> walls_;                  // walls to survey
  std::unordered_set<std::uint64_t> next_lost_;    // the lost gates of the next turn of check()
  std::unordered_set<VertexId> inserted_;          // busy vertices of this repair
  std::unordered_set<std::uint64_t> tried_;        // feet tried, by key_of()
  std::unordered_map<std::uint64_t, int> raised_;  // how often each wall was found busy
};

}  // namespace clearway
