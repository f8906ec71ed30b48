#include "clearway/session/mesh_snapshot.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/widths.hpp"
#include "world_state.hpp"

namespace clearway {

MeshSnapshot take_snapshot(const World& world, const Rows& rows) {
  const Mesh& mesh = world.mesh();
  MeshSnapshot out;
  out.version = world.version();
  std::vector<std::int32_t> vertex_row(mesh.vertices.size(), -1);
  std::int32_t vertex_count = 0;
  for (Index v = frame_vertices; v < mesh.vertices.size(); ++v) {
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
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    check_interrupt();
    if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
    for (Index side = 0; side < 3; ++side) {
      const Index e = Mesh::half_edge(t, side);
      const Index twin = mesh.twin(e);
      out.triangles.push_back(vertex_row[mesh.origin(e)]);
      out.neighbours.push_back(twin == none ? -1 : rows.row(Mesh::triangle_of(twin)));
      out.constrained.push_back(mesh.constrained(e));
      out.clearances.push_back(world.around(e));
    }
    out.blocked.push_back(!mesh.is_free(t));
    out.ids.push_back(static_cast<std::int32_t>(t));
  }
  if (out.ids.size() != count)
    throw InternalError("an edit left a changed triangle out of its report");
  return out;
}

namespace {

// The core's mesh again, as far as the widths of triangles need it.
Mesh core_mesh(const MeshSnapshot& s) {
  Mesh mesh;
  for (std::size_t v = 0; v < s.vertices.size(); v += 2)
    mesh.vertices.push_back({s.vertices[v], s.vertices[v + 1], 0, 1});
  mesh.triangles.resize(s.blocked.size());
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    Triangle& triangle = mesh.triangles.edit(t);
    triangle.cover = s.blocked[t] ? 0 : Mesh::ground;
    for (Index i = 0; i < 3; ++i) {
      triangle.vertex[i] = static_cast<Index>(s.triangles[3 * t + i]);
      triangle.twin[i] = s.constrained[3 * t + i] ? none | Mesh::constrained_bit : none;
      if (s.constrained[3 * t + i] || s.neighbours[3 * t + i] < 0) continue;
      const Index other = static_cast<Index>(s.neighbours[3 * t + i]);
      for (Index k = 0; k < 3; ++k)
        if (s.triangles[3 * other + k] == s.triangles[3 * t + (i + 1) % 3])
          triangle.twin[i] = Mesh::half_edge(other, k);
    }
  }
  return mesh;
}

}  // namespace

std::vector<double> triangle_widths(const MeshSnapshot& snapshot) {
  const Mesh mesh = core_mesh(snapshot);
  std::vector<double> out;
  out.reserve(3 * mesh.triangles.size());
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    check_interrupt();
    for (Index i = 0; i < 3; ++i) out.push_back(demyen_width(mesh, Mesh::half_edge(t, i)));
  }
  return out;
}

}  // namespace clearway
