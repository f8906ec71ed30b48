// The mesh as arrays: one compact copy a version, read-only views of it after that.
#include "arrays.hpp"
#include "clearance/clearance.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/widths.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

MeshSnapshot take_snapshot(const World& world, const Rows& rows) {
  const Mesh& mesh = world.mesh();
  MeshSnapshot out;
  std::vector<std::int32_t> vertex_row(mesh.vertices.size(), -1);
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

// nanobind owns the C++ object by shared_ptr through this wrapper: views outlive the world.
struct BoundMesh {
  std::shared_ptr<const MeshSnapshot> data;
};

BoundMesh mesh_of(const BoundWorld& w) {
  const Reading reading(w.lock);
  const Rows& rows = w.settled_rows();
  const Hold building(w.building, Hold::exclusive);
  if (!w.snapshot) {
    auto fresh = std::make_shared<MeshSnapshot>(take_snapshot(w.world, rows));
    fresh->version = w.world.version();
    w.snapshot = std::move(fresh);
  }
  return {w.snapshot};
}

// The core's mesh again, as far as the widths of triangles need it.
Mesh core_mesh(const MeshSnapshot& s) {
  Mesh mesh;
  for (std::size_t v = 0; v < s.vertices.size(); v += 2)
    mesh.vertices.push_back({s.vertices[v], s.vertices[v + 1], HalfEdgeId(0), 1});
  mesh.triangles.resize(s.blocked.size());
  for (const TriangleId t : mesh.triangles.ids()) {
    Triangle& triangle = mesh.triangles.edit(t);
    triangle.cover = s.blocked[t.number()] ? 0 : Mesh::ground;
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

RowsOut<double, 3> widths_of(const BoundMesh& m) {
  std::vector<double> out;
  {
    const Call call;
    const Mesh mesh = core_mesh(*m.data);
    for (const TriangleId t : mesh.triangles.ids()) {
      check_interrupt();
      for (Index i = 0; i < 3; ++i) out.push_back(demyen_width(mesh, Mesh::half_edge(t, i)));
    }
  }
  const std::size_t n = out.size() / 3;
  auto [values, owner] = release(std::move(out));
  return RowsOut<double, 3>(values, {n, 3}, owner);
}

const MeshSnapshot& data(nb::handle self) { return *nb::cast<const BoundMesh&>(self).data; }

}  // namespace

void add_mesh(nb::module_& m, WorldClass& world) {
  nb::class_<BoundMesh>(m, "Mesh", "The mesh of one version of a world, as read-only arrays.")
      .def_prop_ro("version", [](const BoundMesh& b) { return b.data->version; })
      .def_prop_ro("vertices",
                   [](nb::handle self) { return rows_view<2>(data(self).vertices, self); })
      .def_prop_ro("triangles",
                   [](nb::handle self) { return rows_view<3>(data(self).triangles, self); })
      .def_prop_ro("neighbours",
                   [](nb::handle self) { return rows_view<3>(data(self).neighbours, self); })
      .def_prop_ro("constrained",
                   [](nb::handle self) {
                     const auto& flags = data(self).constrained;
                     return RowsOut<const bool, 3>(reinterpret_cast<const bool*>(flags.data()),
                                                   {flags.size() / 3, 3}, self);
                   })
      .def_prop_ro("blocked", [](nb::handle self) { return flags_view(data(self).blocked, self); })
      .def_prop_ro("clearances",
                   [](nb::handle self) { return rows_view<3>(data(self).clearances, self); })
      .def("widths", &widths_of, "T x 3, computed anew by each call.")
      .def_prop_ro("refined", [](nb::handle self) { return flags_view(data(self).refined, self); })
      .def_prop_ro("ids", [](nb::handle self) { return vector_view(data(self).ids, self); });
  world.def("mesh", &mesh_of, "The mesh as it is now; the same object's data until the next edit.");
}

}  // namespace clearway::bindings
