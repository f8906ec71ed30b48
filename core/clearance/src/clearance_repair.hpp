// Repairs the clearance layer after an edit. Private to the clearance module.
//
// In a fresh world, refinement proceeds in stages. Stage 0 is the mesh of the input with the feet
// on busy walls (wall_feet.hpp); each foot depends only on the obstacles around it. Every further
// stage inserts, all at once, the feet of all gates that are crowded in the mesh of the previous
// stage. The result is a function of the obstacles.
//
// The repair after an edit must give the same result. It removes every refinement vertex whose
// reason (the search that led to it) read a triangle that has changed, and every one that lies in a
// triangle that is read again. The remaining vertices do not depend on what is searched again, and
// the stages run for that as in a fresh world. Feet on busy walls stay as long as their own gate
// exists.
#pragma once

#include <vector>

#include "changed_triangles.hpp"
#include "corner_searches.hpp"
#include "crowded_gates.hpp"
#include "foot_insertion.hpp"
#include "repair_state.hpp"
#include "wall_feet.hpp"

namespace clearway {

class ClearanceRepair {
 public:
  // Gates wider than `limit` are ignored.
  ClearanceRepair(double limit, SearchRecords& records, TurnWidths& widths,
                  Triangulation& triangulation)
      : s_(limit, records, widths, triangulation),
        changed_(s_),
        insertion_(triangulation),
        feet_(s_, changed_, insertion_),
        crowded_(s_, changed_, insertion_),
        searches_(s_, changed_, crowded_, feet_) {}
  // Sets `measured` to the triangles measured again although the edit has not touched them.
  void run(std::vector<TriangleId>& measured);

 private:
  void measure(std::vector<TriangleId>& measured);

  RepairState s_;
  ChangedTriangles changed_;
  FootInsertion insertion_;
  WallFeet feet_;
  CrowdedGates crowded_;
  CornerSearches searches_;
};

}  // namespace clearway
