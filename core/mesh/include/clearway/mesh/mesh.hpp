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

#include "clearway/base/index.hpp"
#include "clearway/base/journaled.hpp"
#include "clearway/geometry/point.hpp"

namespace clearway {

inline constexpr Index frame_vertices = 4;

struct Triangle {
  Index vertex[3];      // vertex[0] == none: a free slot
  std::uint32_t cover;  // Mesh::ground bit + number of covering obstacle parts
  Index twin[3];        // half-edge across side i, top bit: constrained
  std::uint32_t stamp;  // last edit that touched this slot
};

struct Vertex {
  double x, y;
  Index edge;  // a half-edge that starts here; none: a free slot
  // Corners and posts of input at this place; 0: a crossing only; with the bit `refinement`: a
  // point of a constraint, put there for the clearance layer (clearance.hpp), no corner of
  // anything; the other bits are its run (triangulation.hpp).
  std::uint32_t uses;
  static constexpr std::uint32_t refinement = 0x80000000, busy = 0x40000000;
  Point point() const { return {x, y}; }
};

class Mesh {
 public:
  static constexpr Index constrained_bit = 0x80000000;
  static constexpr std::uint32_t ground = 0x80000000;

  JournaledArray<Triangle> triangles;
  JournaledArray<Vertex> vertices;

  static Index triangle_of(Index e) { return e >> 2; }
  static Index side_of(Index e) { return e & 3; }
  static Index half_edge(Index triangle, Index side) { return 4 * triangle + side; }
  // Sides are numbered at random, so that a branch would be guessed wrong: 1, 2, 0 and 2, 0, 1 in
  // two bits each.
  static Index next(Index e) { return (e & ~3U) | (0b001001U >> 2 * (e & 3) & 3); }
  static Index prev(Index e) { return (e & ~3U) | (0b010010U >> 2 * (e & 3) & 3); }

  Index origin(Index e) const { return triangles[e >> 2].vertex[e & 3]; }
  Index target(Index e) const { return origin(next(e)); }
  Index apex(Index e) const { return origin(prev(e)); }  // corner opposite side e
  // none for the four outer sides of the frame.
  Index twin(Index e) const { return triangles[e >> 2].twin[e & 3] & ~constrained_bit; }
  bool constrained(Index e) const { return triangles[e >> 2].twin[e & 3] & constrained_bit; }

  // Next half-edge with the same origin, counter-clockwise; none only at the frame.
  Index rotate_ccw(Index e) const { return twin(prev(e)); }
  // The same clockwise.
  Index rotate_cw(Index e) const {
    const Index t = twin(e);
    return t == none ? none : next(t);
  }

  // The half-edge by which a triangle is entered from its neighbour; none: they share no
  // unconstrained side.
  Index portal(Index from, Index to) const {
    for (Index e = half_edge(to, 0); e < half_edge(to, 3); ++e)
      if (!constrained(e) && triangle_of(twin(e)) == from) return e;
    return none;
  }

  Point point(Index vertex) const { return vertices[vertex].point(); }
  bool is_live(Index triangle) const { return triangles[triangle].vertex[0] != none; }
  bool is_live_vertex(Index vertex) const { return vertices[vertex].edge != none; }
  bool is_free(Index triangle) const { return triangles[triangle].cover == ground; }
  bool is_refinement(Index vertex) const { return vertices[vertex].uses & Vertex::refinement; }
  // A corner of the input; else a crossing or a refinement, which are rounded.
  bool is_given(Index vertex) const { return vertices[vertex].uses != 0 && !is_refinement(vertex); }
  // A foot on a busy wall (docs/explanation/clearance.md).
  bool is_busy(Index vertex) const {
    return (vertices[vertex].uses & ~run_mask) == (Vertex::refinement | Vertex::busy);
  }
  static constexpr std::uint32_t run_mask = Vertex::busy - 1;
  static bool is_frame(Index vertex) { return vertex < frame_vertices; }
  bool touches_frame(Index triangle) const {
    const Triangle& t = triangles[triangle];
    return is_frame(t.vertex[0]) || is_frame(t.vertex[1]) || is_frame(t.vertex[2]);
  }
};

}  // namespace clearway
