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

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clearance/clearance.hpp"
#include "clearance/sleeve_finder.hpp"
#include "triangulation/triangulation.hpp"
#include "wall_feet.hpp"

namespace clearway {

class ClearanceRepair {
 public:
  ClearanceRepair(Clearance& layer, Triangulation& triangulation)
      : layer_(layer),
        t_(triangulation),
        mesh_(triangulation.mesh),
        finder_(triangulation, &layer),
        feet_(*this, layer, triangulation, finder_) {}
  void run();

 private:
  friend class WallFeet;

  // A refinement vertex to be inserted at the foot of a crowded gate.
  struct Plan {
    RecordId record, reason;
    VertexId a, b;  // the ends of the piece of wall
    Point foot;
  };

  void resize_arrays();
  template <class F>
  void end_searches_reading(TriangleId triangle, F reason);
  void free_nodes();
  void start_at_walls();
  void process_touched();
  void drop(RecordId reason);
  void retract();
  void collect();
  bool is_known(HalfEdgeId corner) const;
  bool is_bulk(std::size_t changed) const;
  void search_corners();
  void search_all_corners();
  void search_from(HalfEdgeId corner, bool sure);
  void undo_plans();
  VertexId insert(VertexId a, VertexId b, const Point& foot, bool busy, bool& inserted);
  bool refine();
  void measure();
  // Sorts in ascending order and removes duplicates.
  template <class T>
  static void sort_once(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // If more triangles than this and at least half of all have changed, every corner is searched.
  static constexpr std::size_t bulk = 1000;
  // Walls are surveyed when the searches have read this many triangles per corner (plus a few):
  // sleeves are then so long that splitting busy walls first is cheaper.
  static constexpr std::size_t long_reads = 8, few_reads = 1000;
  // Freed nodes are sorted when they are more than this fraction of all: sorting visits all nodes.
  static constexpr std::size_t sorted_fraction = 64;
  // Searches that found nothing and read at most this many triangles are not recorded.
  static constexpr std::size_t unrecorded_reads = 3;
  static constexpr VertexId pending{none - 1};  // the vertex of a reason before it is inserted

  Clearance& layer_;
  Triangulation& t_;
  const Mesh& mesh_;
  SleeveFinder finder_;
  Sleeve sleeve_;
  std::size_t done_ = 0;              // entries of touched() that process_touched() has processed
  std::size_t walled_ = 0;            // entries of touched() that start_at_walls() has processed
  std::vector<TriangleId> area_;      // changed triangles whose surroundings must be searched again
  std::vector<TriangleId> stale_;     // triangles whose turn widths must be measured again
  std::vector<HalfEdgeId> corners_;   // corners whose recorded search has ended
  std::vector<HalfEdgeId> near_;      // corners near the changed area
  std::vector<HalfEdgeId> turns_;     // scratch of search_corners()
  std::vector<VertexId> to_retract_;  // refinement vertices to retract
  std::unordered_set<VertexId> fresh_;  // refinement vertices of this repair, except busy ones
  std::vector<Plan> plans_;
  std::unordered_map<std::uint64_t, VertexId> hints_;  // last vertex inserted into a piece of wall

  std::vector<RecordNodeId> freed_;  // nodes of the layer, for free_nodes()
  WallFeet feet_;
};

}  // namespace clearway
