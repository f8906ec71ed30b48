// Refinement vertices: they split a constrained edge and belong to it.
#pragma once

#include <utility>

#include "triangulation/constraints.hpp"
#include "triangulation/mesh_edits.hpp"

namespace clearway {

class Runs {
 public:
  Runs(MeshEdits& edits, Constraints& constraints) : edits_(edits), constraints_(constraints) {}

  // A run is a straight piece of wall between two vertices that are not refinement vertices.
  struct Run {
    VertexId from, to;
    Index vertices, busy;  // the number of refinement vertices, and of busy ones among them
  };
  const Run& of(VertexId refinement) const { return runs_[id_of(refinement)]; }
  // The ends of the run along the constrained edge e, in the direction of e.
  std::pair<VertexId, VertexId> ends(HalfEdgeId e) const;
  // The constrained edge that precedes e on its run: the half-edge that ends at the origin of e,
  // which must be a refinement vertex.
  HalfEdgeId before(HalfEdgeId e) const;
  std::size_t refinements() const { return refinements_; }
  // Whether the segment pq (or the point p, if p == q) is so close to the wall at refinement vertex
  // v that the rounding of v may have changed which side of the wall it lies on.
  bool is_beside(VertexId v, const Point& p, const Point& q) const;

  // Makes v, which has split the edge between a and b, a refinement vertex.
  void mark(VertexId v, VertexId a, VertexId b, bool busy);
  // Makes v an ordinary vertex, if it is a refinement vertex.
  void unmark(VertexId v);
  // The same, and makes v a suspect.
  void retract(VertexId v) {
    unmark(v);
    constraints_.suspects.push_back(v);
  }
  // Does the same for all refinement vertices of the run through v; returns one end of the run.
  VertexId retract_run(VertexId v);

  std::size_t bytes() const { return runs_.bytes() + free_runs_.bytes(); }
  template <class F>
  void for_journaled(F f) {
    f(runs_), f(free_runs_), f(refinements_);
  }

 private:
  RunId id_of(VertexId refinement) const {
    return RunId(edits_.mesh.vertices[refinement].uses & Mesh::run_mask);
  }

  MeshEdits& edits_;
  Constraints& constraints_;
  JournaledArray<Run, RunId> runs_;  // runs without vertices are listed in free_runs_
  JournaledArray<RunId> free_runs_;
  Journaled<std::size_t> refinements_{0};
};

}  // namespace clearway
