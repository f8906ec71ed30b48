// Edits of constraints: inserting segments, removing vertices that have become unnecessary, and
// refinement vertices.
#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "geometry/tangents.hpp"
#include "mesh/edges_at.hpp"
#include "segment_layer.hpp"
#include "triangulation/triangulation.hpp"

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
  waited_.wipe(mesh.vertices.size());
  for (std::size_t left = 16 * (suspects_.size() + mesh.vertices.size()); !suspects_.empty();
       --left) {
    if (left == 0) throw InternalError("removing unnecessary vertices does not terminate");
    check_interrupt();
    const VertexId v = suspects_.back();
    suspects_.pop_back();
    if (mesh.is_live_vertex(v)) dissolve(v);
  }
  legalise();
}

void Triangulation::dissolve(VertexId v) {
  const bool refines = mesh.is_refinement(v);
  if (mesh.vertices[v].uses > 0 && !refines) return;
  HalfEdgeId constrained[2];
  Index count = 0;
  const bool is_on_one_path = all_edges_at(mesh, v, [&](HalfEdgeId e) {
    if (!mesh.constrained(e)) return true;
    if (count == 2) return false;
    constrained[count++] = e;
    return true;
  });
  if (!is_on_one_path) {  // a crossing of other segments
    unmark(v);
    return;
  }
  if (count == 0) {
    unmark(v);
    remove_vertex(v);
    return;
  }
  if (count == 1) {
    unmark(v);
    return;
  }

  const VertexId a = mesh.target(constrained[0]), b = mesh.target(constrained[1]);
  const std::vector<SegmentId> segments = owners.list(v, a);
  if (segments != owners.list(v, b)) {
    unmark(v);
    return;
  }
  if (refines) return;
  // Two runs that end here become one. Feet are projections onto a whole run, so the refinement
  // vertices of both must be retracted first.
  const auto ends_here = [&](VertexId u) {
    return mesh.is_refinement(u) && (run_of(u).from == v || run_of(u).to == v);
  };
  if (ends_here(a) || ends_here(b)) {
    suspects_.push_back(v);
    for (const VertexId u : {a, b})
      if (ends_here(u)) retract_run(u);
    return;
  }
  const std::vector<VertexId> run = joined_run(constrained[0], constrained[1]);
  if (must_wait(v, run)) return;
  // The triangle of v -> b lies left of the path a -> v -> b.
  const std::uint32_t left = mesh.triangles[Mesh::triangle_of(constrained[1])].cover;
  const std::uint32_t right = mesh.triangles[Mesh::triangle_of(constrained[0])].cover;
  std::vector<TriangleId> wiped;
  if (left != right) {
    cover_unknown_ = true;
    for_each_edge_at(mesh, v, [&](HalfEdgeId e) {
      touch(Mesh::triangle_of(e));
      wiped.push_back(Mesh::triangle_of(e));
      mesh.triangles.edit(Mesh::triangle_of(e)).cover = unknown_cover;
    });
  }
  for (const HalfEdgeId h : constrained) add_owners(h, segments);
  remove_vertex(v);
  SegmentLayer layer(*this, segments);
  layer.follow(run);
  // A single straight edge changes triangles only inside the star of v. A longer path may have
  // changed others, so resolve_unknown_cover() then searches all touched triangles.
  if (cover_unknown_)
    resolve_unknown_cover(
        layer.path(), layer.path().size() == 2 ? wiped : std::vector<TriangleId>(), left, right);
  cover_unknown_ = false;
}

bool Triangulation::is_without_reason(VertexId v) const {
  if (mesh.vertices[v].uses > 0) return false;
  VertexId ends[2];
  Index count = 0;
  const bool is_on_one_path = all_edges_at(mesh, v, [&](HalfEdgeId e) {
    if (!mesh.constrained(e)) return true;
    if (count == 2) return false;
    ends[count++] = mesh.target(e);
    return true;
  });
  if (!is_on_one_path) return false;
  return count == 0 || (count == 2 && owners.list(v, ends[0]) == owners.list(v, ends[1]));
}

// A constraint that is joined through another vertex stays bent there permanently. Hence everything
// on the joined path that is temporary must be removed first: runs of refinement vertices, which
// can be inserted again, and vertices that have become unnecessary. Slivers can form a cycle in
// which each has its corner in the next one, so no vertex waits for another that has already
// waited. This terminates: each time a vertex waits, another vertex is removed or waits for the
// first time.
bool Triangulation::must_wait(VertexId v, std::span<const VertexId> run) {
  if (run.size() == 2) return false;
  suspects_.push_back(v);
  const std::size_t count = suspects_.size();
  for (const VertexId u : run)
    if (mesh.is_refinement(u)) retract_run(u);
  waited_.set(v);
  const auto other = std::find_if(
      run.begin(), run.end(), [&](VertexId u) { return !waited_.has(u) && is_without_reason(u); });
  if (other != run.end()) suspects_.push_back(*other);
  if (suspects_.size() > count) return true;
  suspects_.pop_back();
  return false;
}

// The shortest path from the target a of va to the target b of vb that can replace a-v-b without
// passing over a vertex. It is the straight edge ab, unless v is a rounded crossing and a neighbour
// of v lies in the sliver between ab and a-v-b.
std::vector<VertexId> Triangulation::joined_run(HalfEdgeId va, HalfEdgeId vb) const {
  const VertexId a = mesh.target(va), b = mesh.target(vb);
  const int side = orientation(at(a), at(b), at(mesh.origin(va)));
  std::vector<VertexId> run{a};
  if (side != 0) {
    // If v lies right of ab, the sliver lies left of a-v-b, and vice versa. Scan the neighbours of
    // v on that side and keep their convex hull towards v.
    HalfEdgeId e = va;
    for (;;) {
      e = side < 0 ? mesh.rotate_cw(e) : mesh.rotate_ccw(e);
      const VertexId w = mesh.target(e);
      if (w != b && orientation(at(a), at(b), at(w)) * side < 0) continue;
      while (run.size() > 1 &&
             orientation(at(run[run.size() - 2]), at(run.back()), at(w)) * side > 0)
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
void Triangulation::resolve_unknown_cover(std::span<const VertexId> path,
                                          std::span<const TriangleId> wiped, std::uint32_t left,
                                          std::uint32_t right) {
  std::vector<TriangleId> pending;
  const auto assign = [&](TriangleId t, std::uint32_t cover) {
    if (mesh.triangles[t].cover != unknown_cover) return;
    mesh.triangles.edit(t).cover = cover;
    pending.push_back(t);
  };
  const auto propagate = [&] {
    while (!pending.empty()) {
      const TriangleId t = pending.back();
      pending.pop_back();
      for (Index i = 0; i < 3; ++i) {
        const Index raw = mesh.triangles[t].twin[i];
        if (raw < none) assign(Mesh::triangle_of(HalfEdgeId(raw)), mesh.triangles[t].cover);
      }
    }
  };
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const HalfEdgeId e = find_edge(path[i], path[i + 1]);
    if (e == none || !mesh.constrained(e)) continue;
    assign(Mesh::triangle_of(e), left);
    assign(Mesh::triangle_of(mesh.twin(e)), right);
  }
  propagate();
  const auto take_from_neighbour = [&](TriangleId t) {
    if (!mesh.is_live(t) || mesh.triangles[t].cover != unknown_cover) return;
    for (Index i = 0; i < 3; ++i) {
      const Index raw = mesh.triangles[t].twin[i];
      if (raw >= none) continue;
      const std::uint32_t cover = mesh.triangles[Mesh::triangle_of(HalfEdgeId(raw))].cover;
      if (cover != unknown_cover) assign(t, cover);
    }
    propagate();
  };
  for (const TriangleId t : wiped) take_from_neighbour(t);
  if (wiped.empty())
    for (const Touch& touched : touched_) take_from_neighbour(touched.triangle());
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
