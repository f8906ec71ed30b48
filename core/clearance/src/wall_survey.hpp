// Counts the gates of a wall that is not busy, to find out whether it has become busy. Private to
// the clearance module.
#pragma once

#include <cstddef>
#include <vector>

#include "repair_state.hpp"

namespace clearway {

class WallSurvey {
 public:
  static constexpr std::size_t few = 4;  // more gates than this make a wall busy

  explicit WallSurvey(RepairState& state) : s_(state) {}

  // Whether the wall that this constrained edge belongs to has more than a few gates. If not, and
  // only a search could tell, the triangles read are recorded, so that a change there surveys the
  // wall again.
  bool is_busy(HalfEdgeId wall);
  // After is_busy() has returned true: the feet of the gates, except those that are edges already,
  // and the refinement vertices along the wall.
  const std::vector<Point>& feet() const { return feet_; }
  const std::vector<VertexId>& vertices() const { return vertices_; }

 private:
  template <class F>
  void for_each_gate_at(HalfEdgeId side, F f) const;
  bool may_be_busy(HalfEdgeId wall);
  void collect_pieces(HalfEdgeId wall);
  void count(HalfEdgeId wall, const Point& foot);
  void count_gate(HalfEdgeId wall, HalfEdgeId corner);
  void watch(HalfEdgeId corner);

  RepairState& s_;
  Sleeve sleeve_;
  std::vector<HalfEdgeId> sides_;  // the free sides of the wall's pieces
  std::vector<VertexId> vertices_;
  std::vector<RecordId> gates_;  // recorded ones that end at the wall
  std::vector<Point> feet_;
  std::vector<Point> positions_;       // of the vertices for the gates that have been proved
  std::vector<TriangleId> looked_at_;  // read for that
};

}  // namespace clearway
