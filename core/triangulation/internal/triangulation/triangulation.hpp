// The dynamic constrained Delaunay triangulation (Demyen 2007, 3.4; Kallmann, Bieri and Thalmann
// 2004).
//
// Vertices and segments can be added and removed. Between edits the mesh is the constrained
// Delaunay triangulation of the current input; the perturbed in-circle test makes it unique. All
// decisions are exact. The only rounded construction is the crossing of two segments:
//
//   A crossing becomes a vertex on both segments. Its rounded position is used when it lies
//   strictly inside the two triangles that meet in the crossed edge, so that no triangle can turn
//   over and no other constraint is touched. Otherwise the nearest alternative is used: a
//   neighbouring double, or an existing corner of those two triangles. Segments bent in this way
//   stay within their own sleeve of triangles. Hence a segment crosses exactly the constraints that
//   its straight line crosses: bending neither cascades nor loops forever.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "mesh/location.hpp"
#include "triangulation/triangulation_parts.hpp"

namespace clearway {

class Triangulation {
 public:
  // Builds the empty frame. `chains` provides the ends of segments; it must outlive this object.
  explicit Triangulation(const Chains& chains) : parts_(chains), chains_(chains) {}

 private:
  TriangulationParts parts_;

 public:
  Mesh& mesh = parts_.edits.mesh;
  EdgeOwners& owners = parts_.constraints.owners;

  // Inserts a vertex at p, or returns the existing one. Point location walks from `near`, any live
  // half-edge. The mesh stays Delaunay.
  VertexId insert_vertex(const Point& p, HalfEdgeId near);

  // Lays segment s between its end vertices. The mesh is Delaunay after restore_delaunay().
  void insert_segment(SegmentId s);

  // Removes segment s from the owners of its edges. The mesh is Delaunay after restore_delaunay().
  void withdraw_segment(SegmentId s) { parts_.constraints.withdraw(s); }

  // Counts one more use of a vertex by the input.
  void use(VertexId v) {
    parts_.runs.unmark(v);
    ++mesh.vertices.edit(v).uses;
  }
  // Counts one use less. restore_delaunay() may then remove the vertex.
  void release(VertexId v) {
    --mesh.vertices.edit(v).uses;
    parts_.constraints.suspects.push_back(v);
  }

  // Removes vertices that have become unnecessary and restores the Delaunay property, around
  // everything that has changed since the last call.
  void restore_delaunay();

  // Refinement vertices split a constrained edge and belong to it. They are removed together with
  // the constraint. Inserting a point or a segment first removes the refinement vertices nearby, so
  // that the result does not depend on them.
  //
  // Splits the constrained edge e at p. Does nothing and returns none if p does not lie strictly
  // inside the two triangles at e. `busy` marks the foot of a gate on a busy wall.
  VertexId refine(HalfEdgeId e, const Point& p, bool busy);
  // Makes v an ordinary vertex that the next restore_delaunay() removes.
  void retract(VertexId v) { parts_.runs.retract(v); }
  // As the functions of Runs.
  using Run = Runs::Run;
  VertexId retract_run(VertexId v) { return parts_.runs.retract_run(v); }
  std::size_t refinements() const { return parts_.runs.refinements(); }
  const Run& run_of(VertexId refinement) const { return parts_.runs.of(refinement); }
  std::pair<VertexId, VertexId> run_ends(HalfEdgeId e) const { return parts_.runs.ends(e); }
  HalfEdgeId before(HalfEdgeId e) const { return parts_.runs.before(e); }

  // As the functions of Constraints.
  std::pair<Point, Point> straight(HalfEdgeId e) const { return parts_.constraints.straight(e); }
  double height_below(const Point& p, HalfEdgeId e) const {
    return parts_.constraints.height_below(p, e);
  }
  using Marks = VertexMarks;
  template <class F>
  void for_vertices_of(SegmentId s, Marks& marks, F f) const {
    parts_.constraints.for_vertices_of(s, marks, f);
  }

  // As the functions of MeshEdits. Call touch() also if only the cover changes.
  using Touch = MeshEdits::Touch;
  HalfEdgeId find_edge(VertexId a, VertexId b) const { return parts_.edits.find_edge(a, b); }
  void begin_edit() { parts_.edits.begin_edit(); }
  void begin_phase() { parts_.edits.begin_phase(); }
  bool touched_in_edit(TriangleId triangle) const { return parts_.edits.touched_in_edit(triangle); }
  const std::vector<Touch>& touched() const { return parts_.edits.touched(); }
  void touch(TriangleId triangle) { parts_.edits.touch(triangle); }
  void reserve(std::size_t more_vertices) { parts_.edits.reserve(more_vertices); }
  std::size_t live_triangles() const { return parts_.edits.live_triangles(); }

  std::size_t bytes() const;
  template <class F>
  void for_journaled(F f) {
    parts_.edits.for_journaled(f);
    parts_.constraints.for_journaled(f);
    parts_.runs.for_journaled(f);
  }
  // Discards the pending work of an edit that is being undone.
  void forget_edit() noexcept;

 private:
  std::vector<VertexId> refinements_beside(const Point& p, const Location& where) const;
  MeshEdits::Split split_at(const Point& p, const Location& where, bool& is_bent);
  // Removes the refinement vertices of all runs through these; returns a vertex nearby.
  VertexId strip(std::span<const VertexId> found);

  const Chains& chains_;
};

}  // namespace clearway
