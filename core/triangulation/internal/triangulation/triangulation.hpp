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

#include "clearway/mesh/mesh.hpp"
#include "mesh/edges_at.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/edge_owners.hpp"

namespace clearway {

class Triangulation {
 public:
  // Builds the empty frame. `chains` provides the ends of segments; it must outlive this object.
  explicit Triangulation(const Chains& chains);

  Mesh mesh;
  EdgeOwners owners;

  // Inserts a vertex at p, or returns the existing one. Point location walks from `near`, any live
  // half-edge. The mesh stays Delaunay.
  VertexId insert_vertex(const Point& p, HalfEdgeId near);

  // Lays segment s between its end vertices. The mesh is Delaunay after restore_delaunay().
  void insert_segment(SegmentId s);

  // Removes segment s from the owners of its edges. The mesh is Delaunay after restore_delaunay().
  void withdraw_segment(SegmentId s);

  // Counts one more use of a vertex by the input.
  void use(VertexId v) {
    unmark(v);
    ++mesh.vertices.edit(v).uses;
  }
  // Counts one use less. restore_delaunay() may then remove the vertex.
  void release(VertexId v) {
    --mesh.vertices.edit(v).uses;
    suspects_.push_back(v);
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
  void retract(VertexId v);
  // Does the same for all refinement vertices of the run through v; returns one end of the run.
  VertexId retract_run(VertexId v);
  std::size_t refinements() const { return refinements_; }
  // A run is a straight piece of wall between two vertices that are not refinement vertices.
  struct Run {
    VertexId from, to;
    Index vertices, busy;  // the number of refinement vertices, and of busy ones among them
  };
  const Run& run_of(VertexId refinement) const { return runs_[run_id(refinement)]; }
  // The ends of the run along the constrained edge e, in the direction of e.
  std::pair<VertexId, VertexId> run_ends(HalfEdgeId e) const;
  // The half-edge a -> b, or none. The cost is the smaller of the two degrees.
  HalfEdgeId find_edge(VertexId a, VertexId b) const;
  // The ends of the first input segment along the constrained edge e.
  std::pair<Point, Point> straight(HalfEdgeId e) const;
  // The distance from p to the nearest of the input segments along e, as given. Rounded down.
  double height_below(const Point& p, HalfEdgeId e) const;
  // The constrained edge that precedes e on its run: the half-edge that ends at the origin of e,
  // which must be a refinement vertex.
  HalfEdgeId before(HalfEdgeId e) const;

  // A set of vertices that can be cleared in constant time.
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
  // Calls f(vertex) once for every vertex on segment s. Overwrites `marks`.
  template <class F>
  void for_vertices_of(SegmentId s, Marks& marks, F f) const;

  // Starts an edit: touched() collects the slots that change, each once per phase.
  void begin_edit();
  // Starts another phase of the edit: slots touched before are collected again when they change.
  void begin_phase() { ++edit_; }
  bool touched_in_edit(TriangleId triangle) const {
    return mesh.triangles[triangle].stamp >= first_phase_;
  }
  struct Touch {
    Touch(TriangleId triangle, bool was_live, bool again)
        : slot_(triangle.number()), was_live(was_live), again(again) {}
    TriangleId triangle() const { return TriangleId(slot_); }

   private:
    Index slot_ : 30;

   public:
    Index was_live : 1;
    Index again : 1;  // was already collected in an earlier phase
  };
  const std::vector<Touch>& touched() const { return touched_; }
  void touch(TriangleId triangle);  // also call it if only the cover changes

  void reserve(std::size_t more_vertices);
  std::size_t live_triangles() const { return mesh.triangles.size() - free_triangles_.size(); }
  std::size_t bytes() const;

  template <class F>
  void for_journaled(F f) {
    f(mesh.triangles), f(mesh.vertices), owners.for_journaled(f);
    f(free_triangles_), f(free_vertices_), f(runs_), f(free_runs_), f(refinements_);
    f(through_own_end_);
  }
  // Discards the pending work of an edit that is being undone.
  void forget_edit() noexcept;

 private:
  friend class SegmentLayer;
  friend class VertexRemoval;

  static constexpr std::uint32_t unknown_cover = 0x7fffffff;

  Point at(VertexId v) const { return mesh.point(v); }
  RunId run_id(VertexId refinement) const {
    return RunId(mesh.vertices[refinement].uses & Mesh::run_mask);
  }
  // Makes e and `raw` (a half-edge with its constrained bit, or none) twins of each other.
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
  // The two vertices, the one with the smaller degree first. The cost is that degree.
  std::pair<VertexId, VertexId> by_degree(VertexId a, VertexId b) const;
  void add_owners(HalfEdgeId e, std::span<const SegmentId> segments);
  void touch_beside(HalfEdgeId e, std::span<const SegmentId> segments);
  // Records that the paths of these segments pass through v.
  void note_passing(VertexId v, std::span<const SegmentId> segments);
  void legalise();
  void unmark(VertexId v);
  // Whether the segment pq (or the point p, if p == q) is so close to the wall at refinement vertex
  // v that the rounding of v may have changed which side of the wall it lies on.
  bool is_beside(VertexId v, const Point& p, const Point& q) const;
  // Removes the refinement vertices of all runs through these; returns a vertex nearby.
  VertexId strip(std::span<const VertexId> found);

  const Chains& chains_;
  JournaledArray<TriangleId> free_triangles_;
  JournaledArray<VertexId> free_vertices_;
  std::vector<Touch> touched_;
  std::vector<TriangleId> dirty_;   // triangles whose edges restore_delaunay() must test
  std::vector<HalfEdgeId> stack_;   // half-edges to be tested
  std::vector<VertexId> suspects_;  // vertices that may have become unnecessary
  Marks waited_;  // suspects that have waited for others in this restore_delaunay()
  JournaledArray<Run, RunId> runs_;  // runs without vertices are listed in free_runs_
  JournaledArray<RunId> free_runs_;
  Journaled<std::size_t> refinements_{0};
  // Segments whose bent paths may pass through one of their own end vertices and continue beyond
  // it.
  struct Passing {
    std::uint64_t key = ~std::uint64_t{0};  // segment
  };
  JournaledTable<Passing> through_own_end_;
  std::uint32_t edit_ = 0, first_phase_ = 0;
  bool cover_unknown_ =
      false;  // while VertexRemoval joins two edges with different cover beside them
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
    // The segment ends here. Do not scan the star of `far`, which may be large.
    if (v == far && !through_own_end_.contains(s.number())) continue;
    for_each_edge_at(mesh, v, [&](HalfEdgeId e) {
      if (!mesh.constrained(e)) return;
      const VertexId w = mesh.target(e);
      if (marks.has(w) || !owners.has(v, w, s)) return;
      marks.set(w);
      pending.push_back(w);
    });
  }
}

}  // namespace clearway
