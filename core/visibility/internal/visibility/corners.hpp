// The corners at which shortest paths bend (Vinther 2015, 3.2: protruding corners).
//
// Around a vertex the free triangles form sectors, separated by constrained edges. A vertex is a
// corner when one sector is wider than half a turn; there is at most one such sector, and only
// inside it can a shortest path bend. The rest, less than half a turn, is the solid: it may contain
// other sectors (where obstacles touch), but no path leads there through the vertex. The end of a
// wall is a corner whose solid has no width.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "mesh/component_id.hpp"

namespace clearway {

using CornerId = Id<struct CornerTag>;  // in Corners

// Half-edges `first` and `last` start at the vertex and bound the sector, which lies
// counter-clockwise from first to last; both are constrained (and equal at the end of a wall).
// Seen from the corner, `right` is the far end of first and `left` that of last.
struct Corner {
  VertexId vertex;
  HalfEdgeId first, last;
  Point at, right, left;
};

// Which turns a shortest path that comes straight from a point may make at a corner (Property One,
// Vinther 2015, 4.4.2). Bit 1: the solid lies to the left of the line's continuation, so the path
// may turn left; bit 2: to the right. Both only if the line comes along a solid of no width;
// neither if the point lies in front of the corner (area B) or the line continues along the solid.
inline constexpr int turns_left = 1, turns_right = 2;
int turns(const Corner& corner, const Point& from);

// Parts of a corner's sector (Property One, Vinther 2015, 4.4.2). `beside_right` lies next to the
// solid, counter-clockwise from it: from the direction of Corner::right to the direction away from
// Corner::left; the solid is on its right, as seen from the corner. `beside_left` is its mirror
// image. Between them is the area in front of the corner. Both contain their bounds.
enum class SectorPart : std::uint8_t { all, beside_right, beside_left };

class Corners {
 public:
  // Valid until the mesh changes. Linear in the mesh.
  explicit Corners(const Mesh& mesh);

  const IdVector<CornerId, Corner>& all() const { return all_; }
  const Corner& operator[](CornerId corner) const { return all_[corner]; }
  std::size_t size() const { return all_.size(); }
  CornerId at_vertex(VertexId vertex) const { return of_vertex_[vertex]; }  // none: no corner
  // Whether the triangle of half-edge e lies in the sector of the corner that e starts at.
  bool in_sector(HalfEdgeId e) const { return in_sector_[e]; }
  // Free triangles that are connected have the same number.
  ComponentId component(TriangleId triangle) const { return component_[triangle]; }
  std::size_t memory() const;

 private:
  void add(const Mesh& mesh, VertexId vertex);
  void flood(const Mesh& mesh);
  IdVector<CornerId, Corner> all_;
  IdVector<VertexId, CornerId> of_vertex_;
  IdVector<HalfEdgeId, std::uint8_t> in_sector_;
  IdVector<TriangleId, ComponentId> component_;
};

}  // namespace clearway
