#include "validate.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "triangulation/cover_sweep.hpp"

namespace clearway {

namespace {

[[noreturn]] void broken(const std::string& what, auto where) {
  throw InternalError("broken invariant: " + what + " at " + std::to_string(position(where)));
}

void check_topology(const Mesh& mesh) {
  IdVector<VertexId, char> used(mesh.vertices.size(), 0);
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t)) continue;
    const Triangle& T = mesh.triangles[t];
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (T.vertex[i] >= mesh.vertices.end_id() || !mesh.is_live_vertex(T.vertex[i]))
        broken("triangle with a dead vertex", t);
      used[T.vertex[i]] = 1;
      if (f == none) {
        if (!Mesh::is_frame(mesh.origin(e)) || !Mesh::is_frame(mesh.target(e)))
          broken("side without a neighbour", e);
        continue;
      }
      if (Mesh::triangle_of(f) >= mesh.triangles.end_id() || Mesh::side_of(f) == 3 ||
          !mesh.is_live(Mesh::triangle_of(f)))
        broken("dead neighbour", e);
      if (mesh.twin(f) != e) broken("neighbours that disagree", e);
      if (mesh.constrained(e) != mesh.constrained(f))
        broken("constraint seen from one side only", e);
      if (mesh.origin(e) != mesh.target(f) || mesh.target(e) != mesh.origin(f))
        broken("edge with other ends beyond", e);
    }
    if (orientation(mesh.point(T.vertex[0]), mesh.point(T.vertex[1]), mesh.point(T.vertex[2])) <= 0)
      broken("triangle not counter-clockwise", t);
  }
  for (const VertexId v : mesh.vertices.ids()) {
    check_interrupt();
    if (!mesh.is_live_vertex(v)) continue;
    const HalfEdgeId e = mesh.vertices[v].edge;
    if (!used[v]) broken("vertex without triangles", v);
    if (Mesh::triangle_of(e) >= mesh.triangles.end_id() || !mesh.is_live(Mesh::triangle_of(e)) ||
        mesh.origin(e) != v)
      broken("vertex with a foreign edge", v);
  }
}

void check_delaunay(const Mesh& mesh) {
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      check_interrupt();
      const HalfEdgeId e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (f == none || f < e || mesh.constrained(e)) continue;
      if (in_circle_perturbed(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)),
                              mesh.point(mesh.apex(e)), mesh.point(mesh.apex(f))) > 0)
        broken("edge not Delaunay", e);
    }
  }
}

void check_constraints(const Triangulation& triangulation, const Chains& chains) {
  const Mesh& mesh = triangulation.mesh;
  std::size_t constrained = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    for (Index i = 0; mesh.is_live(t) && i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (f == none || f < e) continue;
      const bool owned = !triangulation.owners.list(mesh.origin(e), mesh.target(e)).empty();
      if (owned != mesh.constrained(e))
        broken("constraint without owner, or owner without constraint", e);
      constrained += owned;
    }
  }
  if (constrained != triangulation.owners.edges())
    broken("owned edge that is not in the mesh", none);

  std::size_t entries = 0;
  IdVector<VertexId, std::uint32_t> uses(mesh.vertices.size(), 0);
  Triangulation::Marks marks;
  for (ObstacleId slot{0}; slot < chains.obstacles.end_id(); ++slot) {
    const ObstacleRecord& record = chains.obstacles[slot];
    if (record.count > 0 && chains.find(record.handle) != slot)
      broken("handle that leads elsewhere", slot);
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain& chain = chains.chains[k];
      if (chain.obstacle != slot) broken("chain of another obstacle", k);
      for (ChainPointId c = chain.first; c < chain.first + chain.count; ++c) {
        if (chains.point_chain[c] != k) broken("corner of another chain", c);
        ++uses[chains.point_vertex[c]];
      }
      for (const SegmentId s : chain.segments()) {
        check_interrupt();
        bool arrives = chains.start_of(s) == chains.end_of(s);
        std::size_t degree = 0;
        triangulation.for_vertices_of(s, marks, [&](VertexId v) {
          check_interrupt();
          arrives |= v == chains.end_of(s);
          const HalfEdgeId first = mesh.vertices[v].edge;
          HalfEdgeId e = first;
          do {
            degree += mesh.constrained(e) && triangulation.owners.has(v, mesh.target(e), s);
            e = mesh.rotate_ccw(e);
          } while (e != first);
        });
        if (!arrives) broken("segment that does not reach its end", s);
        entries += degree / 2;
      }
    }
  }
  if (entries != triangulation.owners.entries())
    broken("edge owned by a segment that does not pass it", none);
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v) {
    check_interrupt();
    if (!mesh.is_live_vertex(v)) continue;
    const bool refines = mesh.is_refinement(v);
    if (uses[v] != (refines ? 0 : mesh.vertices[v].uses))
      broken("vertex with a wrong count of uses", v);
    if (uses[v] > 0) continue;
    std::vector<std::vector<SegmentId>> through;
    const HalfEdgeId first = mesh.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      if (mesh.constrained(e)) through.push_back(triangulation.owners.list(v, mesh.target(e)));
      e = mesh.rotate_ccw(e);
    } while (e != first);
    const bool on_run = through.size() == 2 && through[0] == through[1];
    if (refines && !on_run) broken("refinement vertex that splits no constraint", v);
    if (!refines && (through.empty() || on_run)) broken("vertex that nothing needs", v);
  }
}

void check_cover(const Triangulation& triangulation, const Chains& chains) {
  const Mesh& mesh = triangulation.mesh;
  const IdVector<TriangleId, std::uint32_t> cover = sweep_cover(triangulation, chains);
  for (const TriangleId t : mesh.triangles.ids())
    if (mesh.is_live(t) && mesh.triangles[t].cover != cover[t]) broken("wrong cover", t);
}

}  // namespace

void validate(const Triangulation& triangulation, const Chains& chains,
              const Clearance& clearance) {
  check_topology(triangulation.mesh);
  check_delaunay(triangulation.mesh);
  check_constraints(triangulation, chains);
  check_cover(triangulation, chains);
  clearance.validate(triangulation);
}

}  // namespace clearway
