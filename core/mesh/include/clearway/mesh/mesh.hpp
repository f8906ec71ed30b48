// The mesh: a triangulation of a square around the world in flat arrays. Searches and queries read
// it; only Triangulation (triangulation.hpp) writes it.
//
// Half-edges. Triangle t has corners vertex[0..2], counter-clockwise. Side i runs from vertex[i] to
// vertex[(i + 1) % 3]; its half-edge is the number 4 * t + i. Every half-edge has a twin on the
// other side, except the four sides of the frame.
//
// The frame. Vertices 0 to 3 are the corners of a square far outside every legal coordinate, so
// that every input point is interior. Triangles at these vertices are never free and never visible
// to users.
//
// Cover. A triangle counts the obstacles that cover it and knows whether it is inside the bounds.
// It is free when it is inside and nothing covers it. Cover changes only across constrained edges:
// a search needs to test only constrained().
#pragma once

#include <cstdint>

#include "clearway/base/detail/journaled.hpp"
#include "clearway/base/id.hpp"
#include "clearway/geometry/point.hpp"
#include "clearway/mesh/ids.hpp"

namespace clearway {

inline constexpr VertexId frame_vertices{4};  // the first vertex that is not of the frame

struct Triangle {
  VertexId vertex[3];   // vertex[0] == none: a free slot
  std::uint32_t cover;  // bit Mesh::in_bounds + number of covering obstacle parts
  Index twin[3];        // half-edge across side i, top bit: constrained
  std::uint32_t stamp;  // last edit that touched this slot
};

struct Vertex {
  double x, y;
  HalfEdgeId edge;  // a half-edge that starts here; none: a free slot
  // The number of input corners and posts at this vertex; 0: only a crossing. With the bit
  // `refinement` set it is a refinement vertex of the clearance layer (clearance.hpp) instead, and
  // the other bits are its run (triangulation.hpp).
  std::uint32_t uses;
  static constexpr std::uint32_t refinement = 0x80000000, busy = 0x40000000;
  Point point() const { return {x, y}; }
};

class Mesh {
 public:
  static constexpr Index constrained_bit = 0x80000000;
  static constexpr std::uint32_t in_bounds = 0x80000000;  // of Triangle::cover

  JournaledArray<Triangle, TriangleId> triangles;
  JournaledArray<Vertex, VertexId> vertices;

  static TriangleId triangle_of(HalfEdgeId e) { return TriangleId(e.number() >> 2); }
  static Index side_of(HalfEdgeId e) { return e.number() & 3; }
  static HalfEdgeId half_edge(TriangleId triangle, Index side) {
    return HalfEdgeId(4 * triangle.number() + side);
  }
  // The size of an array by half-edge.
  std::size_t half_edge_slots() const { return 4 * triangles.size(); }
  // The index of a side in an array with three elements per triangle.
  static std::size_t side_index(HalfEdgeId e) { return 3 * (e.number() >> 2) + (e.number() & 3); }
  // Tables of two bits per entry (1, 2, 0 and 2, 0, 1) instead of a branch, which would be
  // mispredicted because the side is effectively random.
  static HalfEdgeId next(HalfEdgeId e) {
    return HalfEdgeId((e.number() & ~3U) | (0b001001U >> 2 * side_of(e) & 3));
  }
  static HalfEdgeId prev(HalfEdgeId e) {
    return HalfEdgeId((e.number() & ~3U) | (0b010010U >> 2 * side_of(e) & 3));
  }

  VertexId origin(HalfEdgeId e) const { return triangles[triangle_of(e)].vertex[side_of(e)]; }
  VertexId target(HalfEdgeId e) const { return origin(next(e)); }
  VertexId apex(HalfEdgeId e) const { return origin(prev(e)); }  // the corner opposite to side e
  // none for the four outer sides of the frame.
  HalfEdgeId twin(HalfEdgeId e) const { return HalfEdgeId(raw_twin(e) & ~constrained_bit); }
  bool constrained(HalfEdgeId e) const { return raw_twin(e) & constrained_bit; }
  // The twin with the bit `constrained_bit`, as stored in Triangle.
  Index raw_twin(HalfEdgeId e) const { return triangles[triangle_of(e)].twin[side_of(e)]; }

  // Next half-edge with the same origin, counter-clockwise; none only at the frame.
  HalfEdgeId rotate_ccw(HalfEdgeId e) const { return twin(prev(e)); }
  // The same clockwise.
  HalfEdgeId rotate_cw(HalfEdgeId e) const {
    const HalfEdgeId t = twin(e);
    return t == none ? t : next(t);
  }

  // The half-edge through which one triangle is entered from the other; none if they share no
  // unconstrained side.
  HalfEdgeId portal(TriangleId from, TriangleId to) const {
    for (HalfEdgeId e = half_edge(to, 0); e < half_edge(to, 3); ++e)
      if (!constrained(e) && triangle_of(twin(e)) == from) return e;
    return none;
  }

  Point point(VertexId vertex) const { return vertices[vertex].point(); }
  bool is_live(TriangleId triangle) const { return triangles[triangle].vertex[0] != none; }
  bool is_live_vertex(VertexId vertex) const { return vertices[vertex].edge != none; }
  bool is_free(TriangleId triangle) const { return triangles[triangle].cover == in_bounds; }
  bool is_refinement(VertexId vertex) const { return vertices[vertex].uses & Vertex::refinement; }
  // Whether v is a corner of the input. Otherwise it is a crossing or a refinement vertex, whose
  // position is rounded.
  bool is_given(VertexId vertex) const {
    return vertices[vertex].uses != 0 && !is_refinement(vertex);
  }
  // A foot on a busy wall (docs/explanation/clearance.md).
  bool is_busy(VertexId vertex) const {
    return (vertices[vertex].uses & ~run_mask) == (Vertex::refinement | Vertex::busy);
  }
  static constexpr std::uint32_t run_mask = Vertex::busy - 1;
  static bool is_frame(VertexId vertex) { return vertex < frame_vertices; }
  bool touches_frame(TriangleId triangle) const {
    const Triangle& t = triangles[triangle];
    return is_frame(t.vertex[0]) || is_frame(t.vertex[1]) || is_frame(t.vertex[2]);
  }
};

// Where a point lies. `half_edge` belongs to the triangle found; which one depends on the kind:
//   face:   any side of the triangle whose interior contains the point
//   edge:   the side whose interior contains the point
//   vertex: the half-edge whose origin is the point
// `steps` counts triangles walked.
struct Location {
  enum Kind : std::uint8_t { face, edge, vertex } kind;
  HalfEdgeId half_edge;
  std::uint32_t steps;
  // Whether the predicates have found the point in the closed triangles of this location. False
  // where nobody has tested it, and where rounding has bent a wall across it (World::locate).
  bool is_exact = false;
};

// A point with its location, so that it is located only once. Valid until the mesh changes.
struct LocatedPoint {
  Point point;
  Location at;
};

}  // namespace clearway
