// The part of Triangulation that edits constraints: segments and refinement vertices.
#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "segment_layer.hpp"
#include "triangulation/triangulation.hpp"
#include "vertex_removal.hpp"

namespace clearway {

void Triangulation::insert_segment(SegmentId s) {
  const VertexId a = chains_.start_of(s), b = chains_.end_of(s);
  if (a == b) return;
  const auto [near, far] = by_degree(a, b);
  SegmentLayer layer(*this, {&s, 1});
  while (refinements_ > 0) {
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
  waited_.wipe(mesh.vertices.size());
  VertexRemoval removal(*this);
  for (std::size_t left = removals_per_vertex * (suspects_.size() + mesh.vertices.size());
       !suspects_.empty(); --left) {
    if (left == 0) throw InternalError("removing unnecessary vertices does not terminate");
    check_interrupt();
    const VertexId v = suspects_.back();
    suspects_.pop_back();
    if (mesh.is_live_vertex(v)) removal.remove_if_unnecessary(v);
  }
  legalise();
}

// --- refinement vertices -------------------------------------------------------

void Triangulation::unmark(VertexId v) {
  if (!mesh.is_refinement(v)) return;
  const RunId id = run_id(v);
  Run& run = runs_.edit(id);
  run.busy -= mesh.is_busy(v);
  if (--run.vertices == 0) free_runs_.push_back(id);
  mesh.vertices.edit(v).uses = 0;
  --refinements_;
  // The turn widths of the triangles around v depend on whether v is a refinement vertex.
  const HalfEdgeId first = mesh.vertices[v].edge;
  HalfEdgeId e = first;
  do {
    touch(Mesh::triangle_of(e));
    e = mesh.rotate_ccw(e);
  } while (e != first);
}

VertexId Triangulation::refine(HalfEdgeId e, const Point& p, bool busy) {
  if (!sees_all_around(e, p)) return none;
  stack_.clear();
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  const VertexId v = split_edge(e, p);
  RunId id;
  if (mesh.is_refinement(a) || mesh.is_refinement(b)) {
    id = run_id(mesh.is_refinement(a) ? a : b);
  } else if (free_runs_.empty()) {
    id = static_cast<RunId>(runs_.size());
    runs_.push_back({a, b, 0, 0});
  } else {
    id = free_runs_.back();
    free_runs_.pop_back();
    runs_.edit(id) = {a, b, 0, 0};
  }
  ++runs_.edit(id).vertices;
  runs_.edit(id).busy += busy;
  mesh.vertices.edit(v).uses = Vertex::refinement | (busy ? Vertex::busy : 0) | id.number();
  ++refinements_;
  // If p does not lie exactly on the edge, the new edges at p need the Delaunay test as well.
  for (const HalfEdgeId h : stack_) dirty_.push_back(Mesh::triangle_of(h));
  legalise();
  return v;
}

void Triangulation::retract(VertexId v) {
  unmark(v);
  suspects_.push_back(v);
}

bool Triangulation::is_beside(VertexId v, const Point& p, const Point& q) const {
  HalfEdgeId e = mesh.vertices[v].edge;
  while (!mesh.constrained(e)) e = mesh.rotate_ccw(e);
  const Point a = at(v), ends[2] = {at(mesh.target(e)), at(mesh.origin(before(e)))};
  double size = 0.0;
  for (const Point& x : {a, ends[0], ends[1]})
    size = std::max({size, std::abs(x.x), std::abs(x.y)});
  const double near = tolerance::beside_wall * size;
  return distance(p, q, a, ends[0]) <= near || distance(p, q, a, ends[1]) <= near;
}

std::pair<Point, Point> Triangulation::straight(HalfEdgeId e) const {
  const SegmentId s = owners.first(mesh.origin(e), mesh.target(e));
  return {at(chains_.start_of(s)), at(chains_.end_of(s))};
}

double Triangulation::height_below(const Point& p, HalfEdgeId e) const {
  double least = std::numeric_limits<double>::infinity();
  for (const SegmentId s : owners.list(mesh.origin(e), mesh.target(e)))
    least = std::min(least, distance_below(p, at(chains_.start_of(s)), at(chains_.end_of(s))));
  return least;
}

HalfEdgeId Triangulation::before(HalfEdgeId e) const {
  HalfEdgeId other = mesh.rotate_ccw(e);
  while (!mesh.constrained(other)) other = mesh.rotate_ccw(other);
  return mesh.twin(other);
}

std::pair<VertexId, VertexId> Triangulation::run_ends(HalfEdgeId e) const {
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  const bool first = mesh.is_refinement(a), last = mesh.is_refinement(b);
  if (!first && !last) return {a, b};
  const Run& run = run_of(first ? a : b);
  if (!first) return {a, run.from == a ? run.to : run.from};
  if (!last) return {run.to == b ? run.from : run.to, b};
  const Point p = at(a), q = at(b), from = at(run.from), to = at(run.to);
  const bool along = rounded_ahead(to - from, q - p) > 0;  // nearly parallel, either way
  return along ? std::pair(run.from, run.to) : std::pair(run.to, run.from);
}

VertexId Triangulation::retract_run(VertexId v) {
  const VertexId end = run_of(v).from;
  const std::uint32_t mark = mesh.vertices[v].uses & ~Vertex::busy;
  // While segments are being withdrawn a run may be disconnected, but then all its vertices are
  // suspects already.
  std::vector<VertexId> open{v};
  while (!open.empty()) {
    const VertexId u = open.back();
    open.pop_back();
    if (!mesh.is_refinement(u)) continue;  // retracted already
    retract(u);
    const HalfEdgeId first = mesh.vertices[u].edge;
    HalfEdgeId e = first;
    do {
      const VertexId w = mesh.target(e);
      if (mesh.constrained(e) && (mesh.vertices[w].uses & ~Vertex::busy) == mark) open.push_back(w);
      e = mesh.rotate_ccw(e);
    } while (e != first);
  }
  return end;
}

VertexId Triangulation::strip(std::span<const VertexId> found) {
  VertexId end = none;
  for (const VertexId v : found)
    if (mesh.is_live_vertex(v) && mesh.is_refinement(v)) end = retract_run(v);
  restore_delaunay();
  return end;
}

}  // namespace clearway
