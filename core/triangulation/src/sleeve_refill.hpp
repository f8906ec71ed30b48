// Makes a straight segment between two vertices an edge: retriangulates the sleeve of triangles
// that it crosses. Private to the triangulation module.
#pragma once

#include <utility>
#include <vector>

#include "triangulation/triangulation_parts.hpp"

namespace clearway {

class SleeveRefill {
 public:
  explicit SleeveRefill(TriangulationParts& parts) : t_(parts), mesh_(parts.edits.mesh) {}

  // An edge on the boundary of a sleeve, to be glued to the triangles that refill the sleeve.
  struct Link {
    VertexId vertex;  // the far end, seen from the start of the sleeve
    HalfEdgeId old;   // the half-edge inside the sleeve; none for an edge made by fill()
    Index raw;        // the raw twin of that half-edge
    bool folded;      // the twin belongs to another triangle of the same sleeve
  };
  struct Sleeve {
    std::vector<TriangleId> triangles;
    std::vector<Link> left, right;
  };

  // Collects the sleeve of the straight segment uv. If a vertex lies on the segment, returns that
  // vertex and the sleeve is unusable; otherwise returns none.
  VertexId open(VertexId u, VertexId v, Sleeve& sleeve) const;
  // Retriangulates an opened sleeve so that one edge leads from u to the end of the sleeve. Returns
  // that edge.
  HalfEdgeId refill(VertexId u, Sleeve& sleeve);

 private:
  Point at(VertexId v) const { return mesh_.point(v); }
  Link fill(VertexId u, const std::vector<Link>& chain, bool is_left, std::uint32_t cover);
  void glue_link(HalfEdgeId e, const Link& link);

  TriangulationParts& t_;
  Mesh& mesh_;
  std::vector<TriangleId> slots_;  // triangles to reuse while a sleeve is refilled
  // (old, new) half-edges of links with the sleeve on both sides, until both sides are filled
  std::vector<std::pair<HalfEdgeId, HalfEdgeId>> folded_;
};

}  // namespace clearway
