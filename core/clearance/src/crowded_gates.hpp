// The refinement vertices at the feet of crowded gates (sleeve.hpp). Private to the clearance
// module.
#pragma once

#include <vector>

#include "changed_triangles.hpp"
#include "foot_insertion.hpp"
#include "repair_state.hpp"

namespace clearway {

class CrowdedGates {
 public:
  CrowdedGates(RepairState& state, ChangedTriangles& changed, FootInsertion& insertion)
      : s_(state), changed_(changed), insertion_(insertion) {}

  // Forgets all plans.
  void clear() { plans_.clear(); }
  // Plans a vertex for the gate that the finder of the state has found and that is recorded so.
  void plan(RecordId gate, const Sleeve& sleeve);
  // Discards the plans; their corners will be searched again.
  void undo_plans();
  // Inserts the planned vertices. Returns whether any is new.
  bool refine();

 private:
  struct Plan {
    RecordId record, reason;
    VertexId a, b;  // the ends of the piece of wall
    Point foot;
  };
  static constexpr VertexId pending{none - 1};  // the vertex of a reason before it is inserted

  RepairState& s_;
  ChangedTriangles& changed_;
  FootInsertion& insertion_;
  std::vector<Plan> plans_;
};

}  // namespace clearway
