// The widest routes of a world, as the gates that they cross.
//
// Gates cut the free space into cells, each around one place of largest clearance. A disc moves
// from cell to cell through gates at least as wide as itself, so the widest route between two
// points is the one in a maximum spanning tree of the cells: its narrowest gate is as wide as can
// be, and so is the narrowest gate of each of its parts. (Bottlenecks gives the width alone.)
#pragma once

#include <unordered_map>
#include <vector>

#include "query/crossed_gates.hpp"

namespace clearway {

using CellId = Id<struct CellTag>;

class GateTree {
 public:
  // Valid as long as the gates, which must outlive it. Linear, and sorts the gates.
  explicit GateTree(const GateSet& gates);

  const GateSet& gates() const { return gates_; }
  std::size_t size() const { return nodes_.size(); }  // how many cells there are

  // The cell of a point in free space; none outside.
  CellId cell(const Point& p) const;
  // The cell on one side of a gate, at its middle.
  CellId cell(GateId gate, bool left) const;

  // The gates narrower than `below` on the widest route between two cells, in order. Empty also if
  // there is no route. Linear in the depth of the tree.
  std::vector<CrossedGate> route(CellId from, CellId to, double below) const;

 private:
  // A triangle consists of the regions between the gates inside it. A region is known by the sides
  // of these gates that it lies on: bit i is set if it is left of GateSet::inside(t)[i].
  using Sides = std::vector<bool>;
  using RegionId = Id<struct RegionTag>;
  struct Region {
    Sides sides;
    CellId cell;
  };
  struct Edge {
    GateId gate;
    RegionId left, right;
  };
  struct Node {
    CellId parent = none;
    CrossedGate gate{none, false};  // crossed on the way to the parent
    Index depth = 0;
  };

  Sides sides_at(TriangleId t, const Point& p) const;
  RegionId region(TriangleId t, const Sides& sides) const;  // none: there is none
  RegionId add_region(TriangleId t, const Sides& sides);
  void add_regions();
  void join_regions();
  void join_across(HalfEdgeId portal);
  void grow();

  const GateSet& gates_;
  IdVector<TriangleId, RegionId> plain_;  // the only region, of most triangles
  std::unordered_map<TriangleId, std::vector<RegionId>> several_;  // the regions of the others
  IdVector<RegionId, Region> regions_;
  IdVector<RegionId, RegionId> top_;  // unions of regions, while cells are built
  std::vector<Edge> edges_;
  IdVector<CellId, Node> nodes_;
};

}  // namespace clearway
