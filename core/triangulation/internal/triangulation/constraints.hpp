// The constrained edges: which segments own them, and which vertices their paths pass through.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/journaled_table.hpp"
#include "mesh/edges_at.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/delaunay_flips.hpp"
#include "triangulation/edge_owners.hpp"
#include "triangulation/mesh_edits.hpp"

namespace clearway {

// A set of vertices that can be cleared in constant time.
struct VertexMarks {
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
class Constraints {
 public:
  Constraints(const Chains& chains, MeshEdits& edits, DelaunayFlips& flips)
      : chains_(chains), edits_(edits), flips_(flips) {}

  EdgeOwners owners;
  // Vertices that may have become unnecessary.
  std::vector<VertexId> suspects;

  // Toggles the ownership of e by each of these segments. An edge is constrained while it has
  // owners.
  void toggle(HalfEdgeId e, std::span<const SegmentId> segments);
  // Removes segment s from the owners of its edges.
  void withdraw(SegmentId s);
  // Records that the paths of these segments pass through v.
  void note_passing(VertexId v, std::span<const SegmentId> segments);
  // As MeshEdits::split_edge; the two halves have the owners of e.
  MeshEdits::Split split_edge(HalfEdgeId e, const Point& p);

  Point start_of(SegmentId s) const { return edits_.mesh.point(chains_.start_of(s)); }
  Point end_of(SegmentId s) const { return edits_.mesh.point(chains_.end_of(s)); }
  // Whether a segment along the constrained edge e has been bent away from p, which lies on its
  // straight line.
  bool is_bent_away(HalfEdgeId e, const Point& p) const;
  // The ends of the first input segment along the constrained edge e.
  std::pair<Point, Point> straight(HalfEdgeId e) const;
  // The distance from p to the nearest of the input segments along e, as given. Rounded down.
  double height_below(const Point& p, HalfEdgeId e) const;
  // Calls f(vertex) once for every vertex on segment s. Overwrites `marks`.
  template <class F>
  void for_vertices_of(SegmentId s, VertexMarks& marks, F f) const;

  std::size_t bytes() const { return owners.bytes() + suspects.capacity() * sizeof(Index); }
  template <class F>
  void for_journaled(F f) {
    owners.for_journaled(f);
    f(through_own_end_);
  }

 private:
  void set_constrained(HalfEdgeId e, bool constrained);
  void touch_beside(HalfEdgeId e, std::span<const SegmentId> segments);

  const Chains& chains_;
  MeshEdits& edits_;
  DelaunayFlips& flips_;
  // Segments whose bent paths may pass through one of their own end vertices and continue beyond
  // it.
  struct Passing {
    std::uint64_t key = ~std::uint64_t{0};  // segment
  };
  JournaledTable<Passing> through_own_end_;
};

template <class F>
void Constraints::for_vertices_of(SegmentId s, VertexMarks& marks, F f) const {
  const Mesh& mesh = edits_.mesh;
  marks.wipe(mesh.vertices.size());
  const auto [near, far] = edits_.by_degree(chains_.start_of(s), chains_.end_of(s));
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
