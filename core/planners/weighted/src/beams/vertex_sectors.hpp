// The sectors of vertices: the triangles around a vertex between two walls, which a path through
// the vertex can join. A vertex that walls part has several sectors, and a path in one does not
// reach the others, except those beside it through a side that is open to one direction.
#pragma once

#include <cstdint>
#include <limits>

#include "paged_array.hpp"
#include "weighted_mesh.hpp"

namespace clearway {

using VertexSectorId = Id<struct VertexSectorTag>;

struct VertexSector {
  enum class Kind : std::uint8_t {
    plain,   // no path bends here
    corner,  // one factor; more than a half turn: paths bend around the walls, or beside a side
             // that is open to one direction: paths bend in two sectors together
    flat,    // no walls; one straight border passes through
    border   // other borders end or bend here
  };
  HalfEdgeId first = none;  // with the vertex as origin: of the clockwise-most triangle
  Index count = 0;          // of triangles
  Kind kind = Kind::plain;
  bool is_closed = false;  // without walls: the last triangle is beside the first
  double cost = std::numeric_limits<double>::infinity();  // the least known
};

class VertexSectors {
 public:
  explicit VertexSectors(const WeightedMesh& mesh);
  // That of the triangle of a half-edge at its origin.
  VertexSectorId of(HalfEdgeId corner);
  VertexSector& operator[](VertexSectorId id) { return sectors_[id]; }
  const VertexSector& operator[](VertexSectorId id) const { return sectors_[id]; }

 private:
  VertexSector make(HalfEdgeId corner) const;
  VertexSector::Kind kind_of(const VertexSector& sector) const;

  const WeightedMesh& mesh_;
  PagedArray<HalfEdgeId, VertexSectorId> slots_;
  IdVector<VertexSectorId, VertexSector> sectors_;
};

}  // namespace clearway
