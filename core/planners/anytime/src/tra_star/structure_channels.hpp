// Channels through the structures of an abstraction, as portals: the half-edges by which triangles
// are entered. Each function appends the portals of a piece of a channel.
#pragma once

#include <vector>

#include "terrain/abstraction.hpp"

namespace clearway {

class StructureChannels {
 public:
  StructureChannels(const Mesh& mesh, const Abstraction& abstraction)
      : mesh_(mesh), a_(abstraction) {}

  // From a triangle of a tree to the root of the tree, and back. Nothing for other triangles.
  void leave_tree(TriangleId from, std::vector<HalfEdgeId>& portals) const;
  void enter_tree(TriangleId to, std::vector<HalfEdgeId>& portals) const;
  // Between two triangles of one tree, whose root counts as one of its triangles.
  void cross_tree(TriangleId from, TriangleId to, std::vector<HalfEdgeId>& portals) const;
  // Along a corridor: out of side `out` of one of its triangles, or of the decision node at its
  // end, up to and including the triangle `until`, or up to the next decision node if `until` is
  // not ahead on this corridor or is none.
  void follow_corridor(HalfEdgeId out, TriangleId until, std::vector<HalfEdgeId>& portals) const;

 private:
  void follow_ring(HalfEdgeId out, TriangleId until, std::vector<HalfEdgeId>& portals) const;

  const Mesh& mesh_;
  const Abstraction& a_;
};

// The triangle where an end meets the level-2 and level-3 triangles: the root of its tree (none if
// the tree is unrooted), otherwise the triangle itself.
inline TriangleId base_of(const Abstraction& a, TriangleId t) {
  return a.level(t) == 1 ? a.dead_ends()[a.structure_of(t)].root : t;
}

}  // namespace clearway
