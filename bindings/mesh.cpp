// The mesh as arrays: read-only views of one snapshot per version.
#include <memory>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/session/mesh_snapshot.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

// nanobind owns the snapshot by shared_ptr through this wrapper: views outlive the world.
struct BoundMesh {
  std::shared_ptr<const MeshSnapshot> data;
};

}  // namespace

void add_mesh(nb::module_& m, WorldClass& world) {
  using B = BoundMesh;
  nb::class_<B> mesh(m, "Mesh", "The mesh of one version of a world, as read-only arrays.");
  mesh.def_prop_ro("version", [](const B& b) { return b.data->version; });
  add_array<2>(mesh, "vertices", [](const B& b) -> auto& { return b.data->vertices; });
  add_array<3>(mesh, "triangles", [](const B& b) -> auto& { return b.data->triangles; });
  add_array<3>(mesh, "neighbours", [](const B& b) -> auto& { return b.data->neighbours; });
  mesh.def_prop_ro("constrained", [](nb::handle self) {
    const auto& flags = nb::cast<const B&>(self).data->constrained;
    return RowsOut<const bool, 3>(reinterpret_cast<const bool*>(flags.data()),
                                  {flags.size() / 3, 3}, self);
  });
  add_flags(mesh, "blocked", [](const B& b) -> auto& { return b.data->blocked; });
  add_array<3>(mesh, "clearances", [](const B& b) -> auto& { return b.data->clearances; });
  mesh.def(
      "widths",
      [](const B& b) { return rows_out<3>(without_gil([&] { return triangle_widths(*b.data); })); },
      "T x 3, computed by each call.");
  add_flags(mesh, "refined", [](const B& b) -> auto& { return b.data->refined; });
  add_array<1>(mesh, "ids", [](const B& b) -> auto& { return b.data->ids; });
  world.def(
      "mesh",
      [](const SharedWorld& w) { return without_gil([&] { return B{WorldReading(w).mesh()}; }); },
      "The current mesh; its data is shared until the next edit.");
}

}  // namespace clearway::bindings
