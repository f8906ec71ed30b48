#include "triangulation/runs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

void Runs::mark(VertexId v, VertexId a, VertexId b, bool busy) {
  Mesh& mesh = edits_.mesh;
  RunId id;
  if (mesh.is_refinement(a) || mesh.is_refinement(b)) {
    id = id_of(mesh.is_refinement(a) ? a : b);
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
}

void Runs::unmark(VertexId v) {
  Mesh& mesh = edits_.mesh;
  if (!mesh.is_refinement(v)) return;
  const RunId id = id_of(v);
  Run& run = runs_.edit(id);
  run.busy -= mesh.is_busy(v);
  if (--run.vertices == 0) free_runs_.push_back(id);
  mesh.vertices.edit(v).uses = 0;
  --refinements_;
  // The turn widths of the triangles around v depend on whether v is a refinement vertex.
  edits_.touch_star(v);
}

VertexId Runs::retract_run(VertexId v) {
  const Mesh& mesh = edits_.mesh;
  const VertexId end = of(v).from;
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

HalfEdgeId Runs::before(HalfEdgeId e) const {
  const Mesh& mesh = edits_.mesh;
  HalfEdgeId other = mesh.rotate_ccw(e);
  while (!mesh.constrained(other)) other = mesh.rotate_ccw(other);
  return mesh.twin(other);
}

std::pair<VertexId, VertexId> Runs::ends(HalfEdgeId e) const {
  const Mesh& mesh = edits_.mesh;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  const bool first = mesh.is_refinement(a), last = mesh.is_refinement(b);
  if (!first && !last) return {a, b};
  const Run& run = of(first ? a : b);
  if (!first) return {a, run.from == a ? run.to : run.from};
  if (!last) return {run.to == b ? run.from : run.to, b};
  const Point p = mesh.point(a), q = mesh.point(b), from = mesh.point(run.from),
              to = mesh.point(run.to);
  const bool along = rounded_ahead(to - from, q - p) > 0;  // nearly parallel, either way
  return along ? std::pair(run.from, run.to) : std::pair(run.to, run.from);
}

bool Runs::is_beside(VertexId v, const Point& p, const Point& q) const {
  const Mesh& mesh = edits_.mesh;
  HalfEdgeId e = mesh.vertices[v].edge;
  while (!mesh.constrained(e)) e = mesh.rotate_ccw(e);
  const Point a = mesh.point(v),
              ends[2] = {mesh.point(mesh.target(e)), mesh.point(mesh.origin(before(e)))};
  double size = 0.0;
  for (const Point& x : {a, ends[0], ends[1]})
    size = std::max({size, std::abs(x.x), std::abs(x.y)});
  const double near = tolerance::beside_wall * size;
  return distance(p, q, a, ends[0]) <= near || distance(p, q, a, ends[1]) <= near;
}

}  // namespace clearway
