// Inserts constraint segments into a triangulation. Private to the triangulation module.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "sleeve_refill.hpp"
#include "triangulation/triangulation_parts.hpp"

namespace clearway {

// lay() walks the straight line from vertex a to vertex b, the ends of an input segment. The laid
// path passes through the vertices on the line and gets a new vertex at each constraint that the
// line crosses.
//
// The anchor is the last vertex of the laid path. Between the anchor and the current triangle lies
// the sleeve: the triangles that the line crosses, stored as portals (the left and the right vertex
// of each crossed edge). A new anchor is joined to the last one by the shortest path inside the
// sleeve. That path is a single straight edge unless rounding has moved an anchor off the line.
class SegmentLayer {
 public:
  SegmentLayer(TriangulationParts& parts, std::span<const SegmentId> segments)
      : t_(parts), mesh_(parts.edits.mesh), segments_(segments), refill_(parts) {}

  void lay(VertexId a, VertexId b);
  // Lays the segments along straight edges between consecutive `corners`. No constraint may cross
  // these edges.
  void follow(std::span<const VertexId> corners);
  // Refinement vertices of the triangles that the line from a to b meets.
  std::vector<VertexId> refinements(VertexId a, VertexId b);
  // The vertices of the laid path, including both ends.
  const std::vector<VertexId>& path() const { return path_; }

 private:
  struct Portal {
    VertexId left, right;
  };

  Point at(VertexId v) const { return mesh_.point(v); }
  // Handles the constrained edge `ahead`, which the line crosses. Returns true if the edge was
  // split at a new vertex, where `ahead` now ends, and false if the walk can continue across
  // `ahead`. `ahead` may become another half-edge.
  bool cross(HalfEdgeId& ahead);
  template <class MayFlip>
  bool fatten(HalfEdgeId& e, const Point& x, MayFlip may_flip);
  bool face(VertexId left, VertexId right);
  bool nudge(HalfEdgeId ahead, Point& x) const;
  void reroute(HalfEdgeId e);
  void extend(VertexId v);
  void anchor(VertexId v);
  bool is_straight(VertexId u, VertexId v) const;
  void join(VertexId u, VertexId v);
  void connect(VertexId u, VertexId v);

  TriangulationParts& t_;
  Mesh& mesh_;
  std::span<const SegmentId> segments_;
  Point a_, b_;  // the ends of the line being laid
  VertexId anchor_ = none;
  int reroutes_ = 0;
  std::vector<Portal> portals_;
  std::vector<VertexId> path_;
  SleeveRefill refill_;
};

}  // namespace clearway
