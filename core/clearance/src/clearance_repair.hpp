// Repair of the clearance layer after an edit. Private to the mesh module.
//
// In a fresh world refinement goes by stages. Stage 0 is the mesh of the input and of the feet on
// busy walls (wall_feet.cpp), which depend on the obstacles around each of them alone. Each
// further stage refines every wall that has a crowded gate in the mesh of the stage before, all
// at once. That is a function of the obstacles. To get the same after an edit, every refinement
// vertex goes whose reason read a triangle that changed, or that stands in a triangle read now;
// what stays is then independent of what is asked again, by stages as in a fresh world. Feet on
// busy walls stay where their own gate does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clearance/clearance.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

class ClearanceRepair {
 public:
  ClearanceRepair(Clearance& layer, Triangulation& triangulation)
      : layer_(layer),
        t_(triangulation),
        mesh_(triangulation.mesh),
        finder_(triangulation, &layer) {}
  void run();

 private:
  struct Plan {
    WalkId walk, reason;
    VertexId a, b;  // ends of the piece of wall
    Point foot;
  };
  struct Foot {
    VertexId a, b;
    Point foot, place;
    std::uint64_t key;
  };

  void fit();
  template <class F>
  void disturb(TriangleId triangle, F reason);
  void free_nodes();
  void start_at_walls();
  void absorb();
  void drop(WalkId reason);
  void retract();
  void collect();
  bool is_known(HalfEdgeId corner) const;
  bool is_bulk(std::size_t changed) const;
  void ask();
  void ask_all();
  void ask(HalfEdgeId corner, bool sure);
  void undo_plans();
  VertexId insert(VertexId a, VertexId b, const Point& foot, bool busy, bool& inserted);
  bool refine();
  void measure();
  static std::uint64_t pair_of(VertexId a, VertexId b) { return Clearance::pair_of(a, b); }
  // Ascending, each once.
  template <class T>
  static void sort_once(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // Busy walls.
  bool is_on_busy(HalfEdgeId wall) const;
  void check_feet();
  bool keep(VertexId vertex);
  Point own_foot(HalfEdgeId edge) const;
  bool is_own(HalfEdgeId edge, Point& foot);
  void find_collisions(TriangleId triangle);
  void survey();
  void survey(HalfEdgeId wall);
  void watch(HalfEdgeId corner, std::vector<TriangleId>& triangles);
  int& times_raised(HalfEdgeId wall);
  std::uint64_t key_of(HalfEdgeId wall, const Point& place);
  bool plan_foot(HalfEdgeId wall, const Point& foot);
  bool put_feet();

  // Where so many triangles and half of all have changed, every corner is asked.
  static constexpr std::size_t bulk = 1000;
  // Walks that read no more triangles and found nothing are not kept.
  static constexpr std::size_t unkept = 3;
  static constexpr VertexId pending{none - 1};  // the vertex of a reason not yet carried out

  Clearance& layer_;
  Triangulation& t_;
  const Mesh& mesh_;
  SleeveFinder finder_;
  Sleeve sleeve_;
  std::size_t done_ = 0;    // touches followed
  std::size_t walled_ = 0;  // touches seen by start_at_walls()
  std::vector<TriangleId> area_, stale_;
  std::vector<HalfEdgeId> corners_, near_, turns_;
  std::vector<VertexId> in_the_way_;
  std::unordered_set<VertexId> fresh_;  // refinement vertices of this repair, but for busy ones
  std::vector<Plan> plans_;
  std::unordered_map<std::uint64_t, VertexId> hints_;  // last vertex put into a piece of wall

  std::vector<Foot> feet_;
  std::vector<HalfEdgeId> walls_;
  std::vector<VertexId> doubtful_;
  std::vector<WalkNodeId> freed_;                       // nodes of the layer, for free_nodes()
  std::unordered_set<std::uint64_t> lost_, next_lost_;  // gates in doubt: corner and foot
  std::unordered_set<VertexId> placed_;                 // busy vertices of this repair
  std::unordered_set<std::uint64_t> tried_;             // feet, by key_of()
  std::unordered_map<std::uint64_t, int> raised_;       // walls found busy, how often
};

}  // namespace clearway
