// Inserts constraint segments into a triangulation. Private to the triangulation module.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "triangulation/triangulation.hpp"

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
  SegmentLayer(Triangulation& triangulation, std::span<const SegmentId> segments)
      : t_(triangulation), mesh_(triangulation.mesh), segments_(segments) {}

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

  Point at(VertexId v) const { return mesh_.point(v); }
  // The first half-edge that the line from -> to crosses beyond vertex u. If an edge at u lies on
  // the line instead, returns none and sets `along` to that edge.
  HalfEdgeId leave(VertexId u, const Point& from, const Point& to, HalfEdgeId& along) const;
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
  // Collects the sleeve of the straight segment uv. If a vertex lies on the segment, returns that
  // vertex and the sleeve is unusable; otherwise returns none.
  VertexId open(VertexId u, VertexId v, Sleeve& sleeve) const;
  HalfEdgeId refill(VertexId u, Sleeve& sleeve);
  Link fill(VertexId u, const std::vector<Link>& chain, bool is_left, std::uint32_t cover);
  void glue_link(HalfEdgeId e, const Link& link);

  Triangulation& t_;
  Mesh& mesh_;
  std::span<const SegmentId> segments_;
  Point a_, b_;  // the ends of the line being laid
  VertexId anchor_ = none;
  int reroutes_ = 0;
  std::vector<Portal> portals_;
  std::vector<VertexId> path_;
  std::vector<TriangleId> slots_;  // triangles to reuse while a sleeve is refilled
  // (old, new) half-edges of links with the sleeve on both sides, until both sides are filled
  std::vector<std::pair<HalfEdgeId, HalfEdgeId>> folded_;
};

}  // namespace clearway
