#include "vertex_removal.hpp"

#include <algorithm>

#include "clearway/geometry/predicates.hpp"
#include "mesh/edges_at.hpp"
#include "segment_layer.hpp"
#include "star_removal.hpp"

namespace clearway {

void VertexRemoval::remove_if_unnecessary(VertexId v) {
  const bool refines = mesh_.is_refinement(v);
  if (mesh_.vertices[v].uses > 0 && !refines) return;
  HalfEdgeId constrained[2];
  Index count = 0;
  const bool is_on_one_path = all_edges_at(mesh_, v, [&](HalfEdgeId e) {
    if (!mesh_.constrained(e)) return true;
    if (count == 2) return false;
    constrained[count++] = e;
    return true;
  });
  if (!is_on_one_path) {  // a crossing of other segments
    t_.runs.unmark(v);
    return;
  }
  if (count == 0) {
    t_.runs.unmark(v);
    remove_from_mesh(t_.edits, t_.flips, v);
    return;
  }
  if (count == 1) {
    t_.runs.unmark(v);
    return;
  }

  const VertexId a = mesh_.target(constrained[0]), b = mesh_.target(constrained[1]);
  const std::vector<SegmentId> segments = t_.constraints.owners.list(v, a);
  if (segments != t_.constraints.owners.list(v, b)) {
    t_.runs.unmark(v);
    return;
  }
  if (refines) return;
  // Two runs that end here become one. Feet are projections onto a whole run, so the refinement
  // vertices of both must be retracted first.
  const auto ends_here = [&](VertexId u) {
    return mesh_.is_refinement(u) && (t_.runs.of(u).from == v || t_.runs.of(u).to == v);
  };
  if (ends_here(a) || ends_here(b)) {
    t_.constraints.suspects.push_back(v);
    for (const VertexId u : {a, b})
      if (ends_here(u)) t_.runs.retract_run(u);
    return;
  }
  const std::vector<VertexId> run = joined_run(constrained[0], constrained[1]);
  if (must_wait(v, run)) return;
  // The triangle of v -> b lies left of the path a -> v -> b.
  const std::uint32_t left = mesh_.triangles[Mesh::triangle_of(constrained[1])].cover;
  const std::uint32_t right = mesh_.triangles[Mesh::triangle_of(constrained[0])].cover;
  std::vector<TriangleId> wiped;
  if (left != right) {
    t_.is_cover_unknown = true;
    for_each_edge_at(mesh_, v, [&](HalfEdgeId e) {
      t_.edits.touch(Mesh::triangle_of(e));
      wiped.push_back(Mesh::triangle_of(e));
      mesh_.triangles.edit(Mesh::triangle_of(e)).cover = TriangulationParts::unknown_cover;
    });
  }
  for (const HalfEdgeId h : constrained) t_.constraints.toggle(h, segments);
  remove_from_mesh(t_.edits, t_.flips, v);
  SegmentLayer layer(t_, segments);
  layer.follow(run);
  // A single straight edge changes triangles only inside the star of v. A longer path may have
  // changed others, so resolve_unknown_cover() then searches all touched triangles.
  if (t_.is_cover_unknown)
    resolve_unknown_cover(
        layer.path(), layer.path().size() == 2 ? wiped : std::vector<TriangleId>(), left, right);
  t_.is_cover_unknown = false;
}

bool VertexRemoval::is_without_reason(VertexId v) const {
  if (mesh_.vertices[v].uses > 0) return false;
  VertexId ends[2];
  Index count = 0;
  const bool is_on_one_path = all_edges_at(mesh_, v, [&](HalfEdgeId e) {
    if (!mesh_.constrained(e)) return true;
    if (count == 2) return false;
    ends[count++] = mesh_.target(e);
    return true;
  });
  if (!is_on_one_path) return false;
  return count == 0 || (count == 2 && t_.constraints.owners.list(v, ends[0]) ==
                                          t_.constraints.owners.list(v, ends[1]));
}

// A constraint that is joined through another vertex stays bent there permanently. Hence everything
// on the joined path that is temporary must be removed first: runs of refinement vertices, which
// can be inserted again, and vertices that have become unnecessary. Slivers can form a cycle in
// which each has its corner in the next one, so no vertex waits for another that has already
// waited. This terminates: each time a vertex waits, another vertex is removed or waits for the
// first time.
bool VertexRemoval::must_wait(VertexId v, std::span<const VertexId> run) {
  if (run.size() == 2) return false;
  t_.constraints.suspects.push_back(v);
  const std::size_t count = t_.constraints.suspects.size();
  for (const VertexId u : run)
    if (mesh_.is_refinement(u)) t_.runs.retract_run(u);
  t_.waited.set(v);
  const auto other = std::find_if(run.begin(), run.end(), [&](VertexId u) {
    return !t_.waited.has(u) && is_without_reason(u);
  });
  if (other != run.end()) t_.constraints.suspects.push_back(*other);
  if (t_.constraints.suspects.size() > count) return true;
  t_.constraints.suspects.pop_back();
  return false;
}

// The shortest path from the target a of va to the target b of vb that can replace a-v-b without
// passing over a vertex. It is the straight edge ab, unless v is a rounded crossing and a neighbour
// of v lies in the sliver between ab and a-v-b.
std::vector<VertexId> VertexRemoval::joined_run(HalfEdgeId va, HalfEdgeId vb) const {
  const VertexId a = mesh_.target(va), b = mesh_.target(vb);
  const int side = orientation(mesh_.point(a), mesh_.point(b), mesh_.point(mesh_.origin(va)));
  std::vector<VertexId> run{a};
  if (side != 0) {
    // If v lies right of ab, the sliver lies left of a-v-b, and vice versa. Scan the neighbours of
    // v on that side and keep their convex hull towards v.
    HalfEdgeId e = va;
    for (;;) {
      e = side < 0 ? mesh_.rotate_cw(e) : mesh_.rotate_ccw(e);
      const VertexId w = mesh_.target(e);
      if (w != b && orientation(mesh_.point(a), mesh_.point(b), mesh_.point(w)) * side < 0)
        continue;
      while (run.size() > 1 && orientation(mesh_.point(run[run.size() - 2]),
                                           mesh_.point(run.back()), mesh_.point(w)) *
                                       side >
                                   0)
        run.pop_back();
      run.push_back(w);
      if (w == b) return run;
    }
  }
  run.push_back(b);
  return run;
}

// Restores the cover of triangles in which it is unknown. The joined path determines the cover on
// its two sides. It propagates from there across unconstrained edges; triangles that this does not
// reach take the cover of a neighbour.
void VertexRemoval::resolve_unknown_cover(std::span<const VertexId> path,
                                          std::span<const TriangleId> wiped, std::uint32_t left,
                                          std::uint32_t right) {
  std::vector<TriangleId> pending;
  const auto assign = [&](TriangleId t, std::uint32_t cover) {
    if (mesh_.triangles[t].cover != TriangulationParts::unknown_cover) return;
    mesh_.triangles.edit(t).cover = cover;
    pending.push_back(t);
  };
  const auto propagate = [&] {
    while (!pending.empty()) {
      const TriangleId t = pending.back();
      pending.pop_back();
      for (Index i = 0; i < 3; ++i) {
        const Index raw = mesh_.triangles[t].twin[i];
        if (raw < none) assign(Mesh::triangle_of(HalfEdgeId(raw)), mesh_.triangles[t].cover);
      }
    }
  };
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const HalfEdgeId e = t_.edits.find_edge(path[i], path[i + 1]);
    if (e == none || !mesh_.constrained(e)) continue;
    assign(Mesh::triangle_of(e), left);
    assign(Mesh::triangle_of(mesh_.twin(e)), right);
  }
  propagate();
  const auto take_from_neighbour = [&](TriangleId t) {
    if (!mesh_.is_live(t) || mesh_.triangles[t].cover != TriangulationParts::unknown_cover) return;
    for (Index i = 0; i < 3; ++i) {
      const Index raw = mesh_.triangles[t].twin[i];
      if (raw >= none) continue;
      const std::uint32_t cover = mesh_.triangles[Mesh::triangle_of(HalfEdgeId(raw))].cover;
      if (cover != TriangulationParts::unknown_cover) assign(t, cover);
    }
    propagate();
  };
  for (const TriangleId t : wiped) take_from_neighbour(t);
  if (wiped.empty())
    for (const MeshEdits::Touch& touched : t_.edits.touched())
      take_from_neighbour(touched.triangle());
}

}  // namespace clearway
