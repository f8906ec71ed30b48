#include "triangulation/triangulation.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "segment_layer.hpp"
#include "vertex_removal.hpp"

namespace clearway {

std::size_t Triangulation::bytes() const {
  return parts_.edits.bytes() + parts_.flips.bytes() + parts_.constraints.bytes() +
         parts_.runs.bytes();
}

void Triangulation::forget_edit() noexcept {
  parts_.edits.forget_edit();
  parts_.flips.forget_edit();
  parts_.constraints.suspects.clear();
  parts_.is_cover_unknown = false;
}

VertexId Triangulation::insert_vertex(const Point& p, HalfEdgeId near) {
  Location where = walk(mesh, p, near);
  while (refinements() > 0) {
    const std::vector<VertexId> found = refinements_beside(p, where);
    if (found.empty()) break;
    where = walk(mesh, p, mesh.vertices[strip(found)].edge);
  }
  if (where.kind == Location::vertex) return mesh.origin(where.half_edge);
  bool is_bent = false;
  const MeshEdits::Split split = split_at(p, where, is_bent);
  parts_.flips.restore_around(split);
  if (is_bent)  // p was not on the edge that it split: the edges at p need the test too
    for_each_edge_at(mesh, split.vertex,
                     [&](HalfEdgeId e) { parts_.flips.mark(Mesh::triangle_of(e)); });
  return split.vertex;
}

// The refinement vertices beside p in the triangles around it. They deviate from the straight line
// of their wall by rounding. A point this close may lie on the wrong side of the refined wall, or
// exactly on the straight one, so the refinement must be removed first.
std::vector<VertexId> Triangulation::refinements_beside(const Point& p,
                                                        const Location& where) const {
  std::vector<VertexId> found;
  for (const HalfEdgeId h :
       {where.half_edge, where.kind == Location::edge ? mesh.twin(where.half_edge) : none}) {
    for (Index i = 0; h != none && i < 3; ++i) {
      const VertexId v = mesh.triangles[Mesh::triangle_of(h)].vertex[i];
      if (mesh.is_refinement(v) && parts_.runs.is_beside(v, p, p)) found.push_back(v);
    }
  }
  return found;
}

// Splits the edge or the triangle that contains p. But p may lie on the straight line of a segment
// that a rounded crossing has bent away from p. Touching obstacles leave no gap, so that segment
// must pass through p: then its edge is split.
MeshEdits::Split Triangulation::split_at(const Point& p, const Location& where, bool& is_bent) {
  const bool is_on_edge = where.kind == Location::edge;
  if (is_on_edge && mesh.constrained(where.half_edge))
    return parts_.constraints.split_edge(where.half_edge, p);
  for (const HalfEdgeId h :
       {where.half_edge, is_on_edge ? mesh.twin(where.half_edge) : HalfEdgeId(none)}) {
    for (Index i = 0; h != none && i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(Mesh::triangle_of(h), i);
      if (!mesh.constrained(e) || !parts_.constraints.is_bent_away(e, p) ||
          !parts_.edits.sees_all_around(e, p))
        continue;
      is_bent = true;
      return parts_.constraints.split_edge(e, p);
    }
  }
  return is_on_edge ? parts_.constraints.split_edge(where.half_edge, p)
                    : parts_.edits.split_face(Mesh::triangle_of(where.half_edge), p);
}

void Triangulation::insert_segment(SegmentId s) {
  const VertexId a = chains_.start_of(s), b = chains_.end_of(s);
  if (a == b) return;
  const auto [near, far] = parts_.edits.by_degree(a, b);
  SegmentLayer layer(parts_, {&s, 1});
  while (refinements() > 0) {
    const std::vector<VertexId> found = layer.refinements(near, far);
    if (found.empty()) break;
    strip(found);
  }
  layer.lay(near, far);
}

void Triangulation::restore_delaunay() {
  // Removing a vertex joins two constrained edges, which can create a few new suspects. The limit
  // guards against an endless loop; it is not reached in practice.
  constexpr std::size_t removals_per_vertex = 16;
  std::vector<VertexId>& suspects = parts_.constraints.suspects;
  parts_.waited.wipe(mesh.vertices.size());
  VertexRemoval removal(parts_);
  for (std::size_t left = removals_per_vertex * (suspects.size() + mesh.vertices.size());
       !suspects.empty(); --left) {
    if (left == 0) throw InternalError("removing unnecessary vertices does not terminate");
    check_interrupt();
    const VertexId v = suspects.back();
    suspects.pop_back();
    if (mesh.is_live_vertex(v)) removal.remove_if_unnecessary(v);
  }
  parts_.flips.restore();
}

VertexId Triangulation::refine(HalfEdgeId e, const Point& p, bool busy) {
  if (!parts_.edits.sees_all_around(e, p)) return none;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  const MeshEdits::Split split = parts_.constraints.split_edge(e, p);
  parts_.runs.mark(split.vertex, a, b, busy);
  // If p does not lie exactly on the edge, the new edges at p need the Delaunay test as well.
  parts_.flips.mark_border(split);
  parts_.flips.restore();
  return split.vertex;
}

VertexId Triangulation::strip(std::span<const VertexId> found) {
  VertexId end = none;
  for (const VertexId v : found)
    if (mesh.is_live_vertex(v) && mesh.is_refinement(v)) end = retract_run(v);
  restore_delaunay();
  return end;
}

}  // namespace clearway
