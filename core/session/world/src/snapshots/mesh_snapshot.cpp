#include "clearway/session/mesh_snapshot.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/widths.hpp"
#include "state/world_state.hpp"

namespace clearway {

MeshSnapshot take_snapshot(const World& world, const Rows& rows) {
  const Mesh& mesh = world.mesh();
  MeshSnapshot out;
  out.version = world.version();
  IdVector<VertexId, std::int32_t> vertex_row(mesh.vertices.size(), -1);
  std::int32_t vertex_count = 0;
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v) {
    check_interrupt();
    if (!mesh.is_live_vertex(v)) continue;
    vertex_row[v] = vertex_count++;
    out.vertices.push_back(mesh.vertices[v].x);
    out.vertices.push_back(mesh.vertices[v].y);
    out.refined.push_back(mesh.is_refinement(v));
  }
  const std::size_t count = static_cast<std::size_t>(rows.count());
  out.triangles.reserve(3 * count);
  out.neighbours.reserve(3 * count);
  out.constrained.reserve(3 * count);
  out.clearances.reserve(3 * count);
  out.blocked.reserve(count);
  out.ids.reserve(count);
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
    for (Index side = 0; side < 3; ++side) {
      const HalfEdgeId e = Mesh::half_edge(t, side);
      const HalfEdgeId twin = mesh.twin(e);
      out.triangles.push_back(vertex_row[mesh.origin(e)]);
      out.neighbours.push_back(twin == none ? -1 : rows.row(Mesh::triangle_of(twin)));
      out.constrained.push_back(mesh.constrained(e));
      out.clearances.push_back(world.turn_width(e));
    }
    out.blocked.push_back(!mesh.is_free(t));
    out.ids.push_back(static_cast<std::int32_t>(t.number()));
  }
  if (out.ids.size() != count)
    throw InternalError("the report of an edit omits a changed triangle");
  return out;
}

namespace {

// Rebuilds as much of the core's mesh as the widths of triangles need.
Mesh core_mesh(const MeshSnapshot& s) {
  Mesh mesh;
  for (std::size_t v = 0; v < s.vertices.size(); v += 2)
    mesh.vertices.push_back({s.vertices[v], s.vertices[v + 1], HalfEdgeId(0), 1});
  mesh.triangles.resize(s.blocked.size());
  for (const TriangleId t : mesh.triangles.ids()) {
    Triangle& triangle = mesh.triangles.edit(t);
    triangle.cover = s.blocked[t.number()] ? 0 : Mesh::in_bounds;
    for (Index i = 0; i < 3; ++i) {
      const std::size_t side = Mesh::side_index(Mesh::half_edge(t, i));
      triangle.vertex[i] = static_cast<VertexId>(s.triangles[side]);
      triangle.twin[i] = s.constrained[side] ? none | Mesh::constrained_bit : none;
      if (s.constrained[side] || s.neighbours[side] < 0) continue;
      const TriangleId other = static_cast<TriangleId>(s.neighbours[side]);
      for (Index k = 0; k < 3; ++k)
        if (s.triangles[Mesh::side_index(Mesh::half_edge(other, k))] ==
            s.triangles[Mesh::side_index(Mesh::next(Mesh::half_edge(t, i)))])
          triangle.twin[i] = Mesh::half_edge(other, k).number();
    }
  }
  return mesh;
}

}  // namespace

std::vector<double> triangle_widths(const MeshSnapshot& snapshot) {
  const Mesh mesh = core_mesh(snapshot);
  std::vector<double> out;
  out.reserve(3 * mesh.triangles.size());
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    for (Index i = 0; i < 3; ++i) out.push_back(demyen_width(mesh, Mesh::half_edge(t, i)));
  }
  return out;
}

}  // namespace clearway
