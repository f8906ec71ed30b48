// The bottlenecks between all portals of a world, kept up to date by edits.
//
// The portals of the mesh (its free unconstrained edges) are connected by the turns at the corners
// of free triangles, each at its width (World::turn_width). The bottleneck between two portals is
// the largest width at which they are connected. A quadtree cuts the triangles into cells; each
// cell knows the bottlenecks between the portals on its boundary, by ways inside of it, and builds
// them from those of its four parts. A pair of portals is answered by a climb from both, of
// O(log^2 n) steps. An edit changes the cells of the triangles that it touched and those above
// them: it costs what lies on their boundaries, about sqrt(n), not n.
#pragma once

#include <span>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

class BottleneckCell;

class BottleneckCells {
 public:
  // The world must outlive it. Cost: n log n.
  explicit BottleneckCells(const World& world);
  ~BottleneckCells();

  // After edits: `touched` are the slots of all triangles in their lists (world.hpp); slots may
  // repeat. After an exception it is to be discarded. Builds all cells anew once the triangles or
  // the cells have become so many more, or the triangles so many fewer, that it pays.
  void update(std::span<const TriangleId> touched);

  std::size_t cell_count() const;

  // The width of the bottleneck between two portals, unconstrained half-edges of free triangles;
  // -1 if they are not connected.
  double joined(HalfEdgeId a, HalfEdgeId b) const;

 private:
  using CellId = Id<struct BottleneckCellTag>;
  struct Cell;
  struct Climb;

  CellId add_cell(CellId parent, int quadrant);
  struct Placed {  // a triangle and its middle, which decides its cell
    Point middle;
    TriangleId triangle;
  };
  Placed placed(TriangleId t) const;
  void build(CellId cell, std::span<Placed> triangles);
  void build_leaf(CellId cell);
  void join_parts(CellId cell);
  CellId leaf_at(const Point& p);  // adds one where there is none
  HalfEdgeId portal_of(HalfEdgeId e) const;
  void start();

  const World& world_;
  IdVector<CellId, Cell> cells_;  // the root first
  IdVector<TriangleId, CellId> leaf_of_;
  std::size_t live_ = 0, live_at_start_ = 0;  // triangles in leaves
  std::size_t cells_at_start_ = 0;
};

}  // namespace clearway
