// Lays segments into a triangulation. Private to the mesh module.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "triangulation/triangulation.hpp"

namespace clearway {

// lay() walks the straight line from vertex a to vertex b, the ends of an input segment,
// through the vertices it meets, with a new vertex at each constraint it crosses.
//
// The traveller is at an anchor: a vertex already on the laid path. Ahead of it lies the
// sleeve, the triangles that the line crosses, remembered as portals (left and right
// vertex of each crossed edge). A new anchor is joined to the last one by the shortest
// path inside the sleeve; that is the straight edge unless rounding has moved an anchor
// off the line.
class SegmentLayer {
 public:
  SegmentLayer(Triangulation& triangulation, std::span<const SegmentId> segments)
      : t_(triangulation), mesh_(triangulation.mesh), segments_(segments) {}

  void lay(VertexId a, VertexId b);
  // Lays them along straight edges from corner to corner, which nothing must cross.
  void follow(std::span<const VertexId> corners);
  // Refinement vertices of the triangles that the line from a to b meets.
  std::vector<VertexId> refinements(VertexId a, VertexId b);
  // Vertices of what was laid, ends included.
  const std::vector<VertexId>& path() const { return path_; }

 private:
  struct Portal {
    VertexId left, right;
  };
  // An edge of a sleeve's border, to be glued to the triangles that fill the sleeve.
  struct Link {
    VertexId vertex;  // its far end, seen from the start of the sleeve
    HalfEdgeId old;   // its half-edge inside the sleeve; none for an edge made by fill()
    Index raw;        // what that was joined to
    bool folded;      // joined to another triangle of the same sleeve
  };
  struct Sleeve {
    std::vector<TriangleId> triangles;
    std::vector<Link> left, right;
  };

  Point at(VertexId v) const { return mesh_.point(v); }
  // First half-edge that the line u -> v crosses, or `along`: the edge that lies on it.
  HalfEdgeId leave(VertexId u, const Point& from, const Point& to, HalfEdgeId& along) const;
  // Deals with the constrained edge `ahead`. True: it was split at a new vertex, where
  // `ahead` now ends. False: the walk can go on across it. `ahead` may get another name.
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
  VertexId open(VertexId u, VertexId v, Sleeve& sleeve) const;  // a vertex on the way, or none
  HalfEdgeId refill(VertexId u, Sleeve& sleeve);
  Link fill(VertexId u, const std::vector<Link>& chain, bool is_left, std::uint32_t cover);
  void glue_link(HalfEdgeId e, const Link& link);

  Triangulation& t_;
  Mesh& mesh_;
  std::span<const SegmentId> segments_;
  Point a_, b_;  // the straight line walked
  VertexId anchor_ = none;
  int reroutes_ = 0;
  std::vector<Portal> portals_;
  std::vector<VertexId> path_;
  std::vector<TriangleId> slots_;  // triangles to reuse while a sleeve is filled
  std::vector<std::pair<HalfEdgeId, HalfEdgeId>>
      folded_;  // (old, new) of links with the sleeve on both sides
};

}  // namespace clearway
