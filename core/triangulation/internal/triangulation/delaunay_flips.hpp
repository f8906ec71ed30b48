// Lawson's flips: they make a constrained triangulation Delaunay again where it has changed.
#pragma once

#include <vector>

#include "triangulation/mesh_edits.hpp"

namespace clearway {

class DelaunayFlips {
 public:
  explicit DelaunayFlips(MeshEdits& edits) : edits_(edits) {}

  // restore() will test the edges of this triangle.
  void mark(TriangleId triangle) { dirty_.push_back(triangle); }
  // Marks the triangles on the border of a split.
  void mark_border(const MeshEdits::Split& split) {
    for (const HalfEdgeId e : split) mark(Mesh::triangle_of(e));
  }
  // Restores the Delaunay property around the marked triangles.
  void restore();
  // The same around a new vertex in a mesh that was Delaunay before. p lies on the edge that it
  // splits, or inside the triangle.
  void restore_around(const MeshEdits::Split& split);

  void forget_edit() noexcept;
  std::size_t bytes() const { return (dirty_.capacity() + stack_.capacity()) * sizeof(Index); }

 private:
  MeshEdits& edits_;
  std::vector<TriangleId> dirty_;
  std::vector<HalfEdgeId> stack_;  // half-edges to be tested
};

}  // namespace clearway
