// The searches for gates from the corners near the changes of an edit. Private to the clearance
// module.
#pragma once

#include <vector>

#include "changed_triangles.hpp"
#include "crowded_gates.hpp"
#include "repair_state.hpp"
#include "wall_feet.hpp"

namespace clearway {

class CornerSearches {
 public:
  CornerSearches(RepairState& state, ChangedTriangles& changed, CrowdedGates& crowded,
                 WallFeet& feet)
      : s_(state), changed_(changed), crowded_(crowded), feet_(feet) {}

  // Searches for gates from every corner whose search may have another result since the last call,
  // and records the results. Plans vertices for crowded gates and the feet on busy walls. If it
  // finds busy walls early, it stops: the remaining corners are left to the next call.
  void run();

 private:
  void collect();
  void search_all_corners();
  void search_from(HalfEdgeId corner, bool sure);

  RepairState& s_;
  ChangedTriangles& changed_;
  CrowdedGates& crowded_;
  WallFeet& feet_;
  Sleeve sleeve_;
  std::vector<HalfEdgeId> near_;   // corners near the changed area
  std::vector<HalfEdgeId> turns_;  // scratch
};

}  // namespace clearway
