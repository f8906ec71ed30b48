// The bottlenecks between the portals of one cell of BottleneckCells, by ways inside of it.
//
// The members of a cell are portals: in a leaf those of its triangles, in another cell the exits of
// its parts. An exit is a member that leads out of the cell. The members form a union-find forest
// (Kruskal, widest links first) in which the root of every tree that has an exit is one: so the
// exit that can be reached at the largest width is the first exit among the ancestors of a member.
// Bottleneck widths are an ultrametric: for all that lies outside of the cell, a portal inside may
// be replaced by that exit and that width.
#pragma once

#include <span>
#include <vector>

#include "clearway/mesh/ids.hpp"

namespace clearway {

class BottleneckCell {
 public:
  struct Link {  // between members of a leaf, or exits of a cell, by their rank
    double width;
    Index a, b;
  };
  // A portal reached from somewhere inside the cell, and the width of the way to it.
  struct Reached {
    HalfEdgeId portal;  // none: no portal is reached
    double width;
  };

  // Portals are given by the smaller one of their half-edges. `sides`: the portals of the triangles
  // of a leaf, each with a number below the size of `ranks`, which receives its rank by this
  // number; one that occurs twice is inside, the others are exits. Sorts the sides.
  struct Side {
    HalfEdgeId portal;
    Index number;
  };
  void begin_leaf(std::vector<Side>& sides, std::span<Index> ranks);
  void finish_leaf(std::vector<Link>& links);
  // From the cells inside, at most four.
  void join(std::span<const BottleneckCell* const> parts);

  // The width of the bottleneck between two members; -1 if they are not connected in this cell.
  double joined(HalfEdgeId a, HalfEdgeId b) const;
  Reached exit(HalfEdgeId member) const;

 private:
  struct Member {
    HalfEdgeId portal;
    Index parent : 31;  // none: a root
    Index is_exit : 1;
    double width;  // of the link to the parent
  };
  Index rank(HalfEdgeId portal) const;
  void unite(std::span<const Link> links);  // widest first; keeps those that connect exits

  std::vector<Member> members_;  // ascending by portal
  std::vector<Link> links_;      // of the exits, widest first
};

}  // namespace clearway
