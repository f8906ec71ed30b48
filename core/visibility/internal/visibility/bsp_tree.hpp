// The nodes and fragments of a binary space partition.
//
// The segments are the constrained edges of the mesh with free space on at least one side. The line
// of a segment chosen at random divides the rest; segments that cross the line are split, and both
// halves are divided in the same way. Where such a line leaves nearly all segments on one side, as
// along a convex chain, a chord between two vertices may divide them instead. From any point the
// tree gives the fragments front to back. The ends of fragments are intersections of lines that
// need not be doubles: they are kept as such, and directions to them are compared exactly.
#pragma once

#include <memory>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/exact_direction.hpp"

namespace clearway {

using BspNodeId = Id<struct BspNodeTag>;
using FragmentId = Id<struct FragmentTag>;

struct BspTree {
  struct End {
    ExactDirection at;
    VertexId vertex;  // none where a line split the segment
  };
  struct Fragment {
    End ends[2];
    HalfEdgeId edge;
  };
  struct Node {
    Point a, b;              // the splitter
    BspNodeId left, right;   // none: no child
    FragmentId first, last;  // fragments on its line: [first, last); empty for most chords
  };

  BspNodeId root() const { return nodes.empty() ? BspNodeId(none) : BspNodeId(0); }

  IdVector<BspNodeId, Node> nodes;
  IdVector<FragmentId, Fragment> fragments;
  std::vector<std::unique_ptr<Crossing>> crossings;  // that ends refer to
  std::size_t segments = 0, depth = 0;
  double seconds = 0;
};

}  // namespace clearway
