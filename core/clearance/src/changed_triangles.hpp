// Ends what depends on the triangles that an edit, or the repair itself, has changed. Private to
// the clearance module.
#pragma once

#include <cstddef>
#include <vector>

#include "repair_state.hpp"

namespace clearway {

class ChangedTriangles {
 public:
  explicit ChangedTriangles(RepairState& state) : s_(state) {}

  // Processes the changed triangles until no remaining record or refinement vertex depends on one
  // of them. Retracts the vertices that do.
  void process();
  // Retracts the vertices of the state's list.
  void retract();
  // Makes the first edge of each refinement vertex in the changed triangles an edge along its wall.
  // Finding the wall then takes constant time. Otherwise a sleeve across a fan of thousands of
  // edges would scan the fan once for each of its triangles.
  void start_at_walls();

  // Adds the triangles that have changed since the last call to the area, and ends the searches
  // that have read them. For reasons of refinement vertices it calls reason(record) instead. Calls
  // done(triangle) after each.
  template <class Reason, class Done>
  void end_searches(Reason reason, Done done) {
    for (; ended_ < s_.t.touched().size(); ++ended_) {
      const TriangleId triangle = s_.t.touched()[ended_].triangle();
      s_.area.push_back(triangle);
      s_.records.take_off(triangle, unused_, [&](RecordId record) {
        if (s_.records[record].is_reason())
          reason(record);
        else
          end(record);
      });
      done(triangle);
    }
    s_.records.free(unused_);
  }

 private:
  void end(RecordId record);
  void drop(RecordId reason);

  RepairState& s_;
  std::size_t ended_ = 0;             // entries of touched() that end_searches() has processed
  std::size_t walled_ = 0;            // entries of touched() that start_at_walls() has processed
  std::vector<RecordNodeId> unused_;  // nodes to free
};

}  // namespace clearway
