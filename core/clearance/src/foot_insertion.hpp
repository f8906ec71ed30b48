// Inserts the refinement vertices of a repair. Private to the clearance module.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "foot.hpp"

namespace clearway {

class FootInsertion {
 public:
  explicit FootInsertion(Triangulation& triangulation)
      : t_(triangulation), mesh_(triangulation.mesh) {}

  // Begins a series of insertions between which no vertex is retracted.
  void begin() { last_.clear(); }
  // Inserts a vertex at the foot on the piece of wall from a to b, which other vertices of the
  // series may have split since. As refine_at() (foot.hpp).
  VertexId insert(VertexId a, VertexId b, const Point& foot, bool busy, bool& inserted);

 private:
  HalfEdgeId edge_along_wall(VertexId refinement) const;

  Triangulation& t_;
  const Mesh& mesh_;
  // By the ends of a piece of wall: the last vertex inserted into it.
  std::unordered_map<std::uint64_t, VertexId> last_;
};

}  // namespace clearway
