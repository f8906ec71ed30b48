// The dynamic constrained Delaunay triangulation (Demyen 2007, 3.4; Kallmann, Bieri and Thalmann
// 2004).
//
// Vertices and segments are added and removed; between edits the mesh is the constrained Delaunay
// triangulation of the current input, unique by the perturbed in-circle test. Decisions are exact.
// The only rounded construction is the crossing of two segments:
//
//   A crossing becomes a vertex on both segments. Its rounded position is used when it lies
//   strictly inside the two triangles that meet in the crossed edge, so that no triangle can turn
//   over and no other constraint is touched. Otherwise the nearest alternative is used: a
//   neighbouring double, or an existing corner of those two triangles. Segments bent in this way
//   stay within their own sleeve of triangles. Hence a segment crosses exactly what its straight
//   line crossed: no cascade, no endless loop.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/edge_owners.hpp"

namespace clearway {

class Triangulation {
 public:
  // The empty frame. `chains` says where segments start and end; it must outlive this.
  explicit Triangulation(const Chains& chains);

  Mesh mesh;
  EdgeOwners owners;

  // Vertex at p; an existing one when there is one. `near` is any live half-edge: the walk
  // starts there. The mesh stays Delaunay.
  VertexId insert_vertex(const Point& p, HalfEdgeId near);

  // Lays segment s between its end vertices. The mesh is Delaunay after settle().
  void insert_segment(SegmentId s);

  // Takes segment s off its edges.
  void withdraw_segment(SegmentId s);

  // Counts one use of a vertex by the input more.
  void use(VertexId v) {
    unmark(v);
    ++mesh.vertices.edit(v).uses;
  }
  // Counts one use of a vertex by the input less.
  void release(VertexId v) {
    --mesh.vertices.edit(v).uses;
    suspects_.push_back(v);
  }

  // Removes the vertices that nothing needs any more and restores the Delaunay property,
  // around everything changed since the last call.
  void settle();

  // Refinement vertices: points of a constrained edge that split it and belong to it. They
  // go with it; and where input arrives, those nearby give way first, so that the mesh it
  // meets is the one without them.
  //
  // Splits the constrained edge e at p, or does nothing and returns none when p does not lie
  // strictly inside the two triangles at e.
  VertexId refine(HalfEdgeId e, const Point& p, bool busy);
  // Takes a refinement vertex away. The mesh is Delaunay after settle().
  void retract(VertexId v);
  // The same for all of the run through v; returns an end of it.
  VertexId retract_run(VertexId v);
  std::size_t refinements() const { return refinements_; }
  // A run: the straight wall between two vertices that are no refinements.
  struct Run {
    VertexId from, to;
    Index vertices, busy;  // refinement vertices on it; those of them that are busy
  };
  const Run& run_of(VertexId refinement) const { return runs_[run_id(refinement)]; }
  // The run along the constrained edge e, in its direction, by its ends.
  std::pair<VertexId, VertexId> run_ends(HalfEdgeId e) const;
  // Half-edge a -> b, or none. Cost: the smaller of the two degrees.
  HalfEdgeId find_edge(VertexId a, VertexId b) const;
  // The straight line of the input along the constrained edge e, by its ends.
  std::pair<Point, Point> straight(HalfEdgeId e) const;
  // Distance of p from the nearest of the segments along e, as they were given. Rounded down.
  double height_below(const Point& p, HalfEdgeId e) const;
  // The edge that continues the constrained edge e across its origin, a refinement vertex;
  // as the half-edge that ends there.
  HalfEdgeId before(HalfEdgeId e) const;

  // Marks of vertices that can be wiped at once.
  struct Marks {
    IdVector<VertexId, std::uint32_t> mark;
    std::uint32_t epoch = 0;
    void wipe(std::size_t size) {
      mark.resize(size, 0);
      if (++epoch == 0) {
        mark.assign(size, 0);
        epoch = 1;
      }
    }
    bool set(VertexId v) { return mark[v] != epoch && (mark[v] = epoch, true); }
    bool has(VertexId v) const { return mark[v] == epoch; }
  };
  // Calls f(vertex) once for every vertex on segment s. Wipes `marks` for its own use.
  template <class F>
  void for_vertices_of(SegmentId s, Marks& marks, F f) const;

  // Starts an edit: from here on touched() collects slots, each once in a phase.
  void begin_edit();
  // Starts another phase of the edit: slots touched before are collected again.
  void begin_phase() { ++edit_; }
  bool touched_in_edit(TriangleId triangle) const {
    return mesh.triangles[triangle].stamp >= first_phase_;
  }
  bool touched_in_phase(TriangleId triangle) const {
    return mesh.triangles[triangle].stamp == edit_;
  }
  struct Touch {
    Touch(TriangleId triangle, bool was_live, bool again)
        : slot_(triangle.number()), was_live(was_live), again(again) {}
    TriangleId triangle() const { return TriangleId(slot_); }

   private:
    Index slot_ : 30;

   public:
    Index was_live : 1;
    Index again : 1;  // collected in an earlier phase already
  };
  const std::vector<Touch>& touched() const { return touched_; }
  void touch(TriangleId triangle);  // also for a change of cover alone

  void reserve(std::size_t more_vertices);
  std::size_t live_triangles() const { return mesh.triangles.size() - free_triangles_.size(); }
  std::size_t live_vertices() const { return mesh.vertices.size() - free_vertices_.size(); }
  std::size_t bytes() const;

  template <class F>
  void for_journaled(F f) {
    f(mesh.triangles), f(mesh.vertices), owners.for_journaled(f);
    f(free_triangles_), f(free_vertices_), f(runs_), f(free_runs_), f(refinements_);
    f(through_own_end_);
  }
  // Forgets what an edit that is taken back has left to be done.
  void forget_edit() noexcept;

 private:
  friend class SegmentLayer;

  static constexpr std::uint32_t unknown_cover = 0x7fffffff;

  Point at(VertexId v) const { return mesh.point(v); }
  RunId run_id(VertexId refinement) const {
    return RunId(mesh.vertices[refinement].uses & Mesh::run_mask);
  }
  // Joins half-edge e to `raw` (a half-edge with its constrained bit, or none), both ways.
  void glue(HalfEdgeId e, Index raw);
  void set_constrained(HalfEdgeId e, bool constrained);
  TriangleId new_triangle();
  void free_triangle(TriangleId t);
  VertexId new_vertex(const Point& p);
  void free_vertex(VertexId v);

  VertexId split_face(TriangleId triangle, const Point& p);
  // p must lie strictly inside the quadrilateral of e's two triangles.
  VertexId split_edge(HalfEdgeId e, const Point& p);
  bool sees_all_around(HalfEdgeId e, const Point& p) const;
  void flip(HalfEdgeId e);
  void legalise_around(VertexId v);
  void remove_vertex(VertexId v);
  // The end of a segment with fewer edges, at the cost of that number; then the other.
  std::pair<VertexId, VertexId> by_degree(VertexId a, VertexId b) const;
  void own(HalfEdgeId e, std::span<const SegmentId> segments);
  void touch_beside(HalfEdgeId e, std::span<const SegmentId> segments);
  // Tells that the edges of these segments lead through v.
  void note_passing(VertexId v, std::span<const SegmentId> segments);
  // Removes v if it has no uses, and either no constraint or a straight run of the same
  // segments through it, which is joined again.
  void dissolve(VertexId v);
  std::vector<VertexId> joined_run(HalfEdgeId va, HalfEdgeId vb) const;
  bool is_without_reason(VertexId v) const;
  // Whether v has to wait until others on the joined run are gone; they and v become suspects.
  bool must_wait(VertexId v, std::span<const VertexId> run);
  void legalise();
  void resolve_unknown_cover(std::span<const VertexId> path, std::span<const TriangleId> wiped,
                             std::uint32_t left, std::uint32_t right);
  void unmark(VertexId v);
  // Whether segment pq (or point p) runs so near to the wall through refinement vertex v that
  // rounding may have put v on its other side.
  bool is_beside(VertexId v, const Point& p, const Point& q) const;
  // Takes away the refinement vertices of all runs through these; returns a vertex nearby.
  VertexId strip(std::span<const VertexId> found);

  const Chains& chains_;
  JournaledArray<TriangleId> free_triangles_;
  JournaledArray<VertexId> free_vertices_;
  std::vector<Touch> touched_;
  std::vector<TriangleId> dirty_;   // triangles whose edges settle() must look at
  std::vector<HalfEdgeId> stack_;   // half-edges under test
  std::vector<VertexId> suspects_;  // vertices that may have lost their reason
  Marks waited_;  // of them, in this settle(): those that have let others go first
  JournaledArray<Run, RunId> runs_;  // those without vertices are in free_runs_
  JournaledArray<RunId> free_runs_;
  Journaled<std::size_t> refinements_{0};
  // Segments that rounding may have led through a vertex where they end, so that edges of theirs
  // lie beyond it.
  struct Passing {
    std::uint64_t key = ~std::uint64_t{0};  // segment
  };
  JournaledTable<Passing> through_own_end_;
  std::uint32_t edit_ = 0, first_phase_ = 0;
  bool cover_unknown_ = false;  // while a run is being joined again
};

template <class F>
void Triangulation::for_vertices_of(SegmentId s, Marks& marks, F f) const {
  marks.wipe(mesh.vertices.size());
  const auto [near, far] = by_degree(chains_.start_of(s), chains_.end_of(s));
  std::vector<VertexId> pending{near};
  marks.set(near);
  while (!pending.empty()) {
    const VertexId v = pending.back();
    pending.pop_back();
    f(v);
    // A segment ends there; its star may be large.
    if (v == far && !through_own_end_.contains(s.number())) continue;
    const HalfEdgeId first = mesh.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      if (mesh.constrained(e)) {
        const VertexId w = mesh.target(e);
        if (!marks.has(w) && owners.has(v, w, s)) {
          marks.set(w);
          pending.push_back(w);
        }
      }
      e = mesh.rotate_ccw(e);
    } while (e != first);
  }
}

}  // namespace clearway
