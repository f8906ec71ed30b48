// The abstraction as arrays.
#include "arrays.hpp"
#include "call.hpp"
#include "clearway/session/terrain_snapshot.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

void add_abstraction(nb::module_& m, WorldClass& world) {
  using S = TerrainSnapshot;
  nb::class_<S> terrain(m, "Abstraction",
                        "Levels and structures of one version, as read-only arrays.");
  terrain.def_prop_ro("version", [](const S& s) { return s.version; })
      .def_prop_ro("components", [](const S& s) { return s.components; });
  add_array<1>(terrain, "levels", [](const S& s) -> auto& { return s.levels; });
  add_array<1>(terrain, "component", [](const S& s) -> auto& { return s.component; });
  add_array<3>(terrain, "adjacent", [](const S& s) -> auto& { return s.adjacent; });
  add_array<3>(terrain, "structures", [](const S& s) -> auto& { return s.structures; });
  add_array<3>(terrain, "chokes", [](const S& s) -> auto& { return s.chokes; });
  add_array<3>(terrain, "angles", [](const S& s) -> auto& { return s.angles; });
  add_array<3>(terrain, "lengths", [](const S& s) -> auto& { return s.lengths; });
  add_array<1>(terrain, "decisions", [](const S& s) -> auto& { return s.decisions; });
  add_array<2>(terrain, "ends", [](const S& s) -> auto& { return s.ends; });
  add_array<2>(terrain, "end_sides", [](const S& s) -> auto& { return s.end_sides; });
  add_array<4>(terrain, "corridors", [](const S& s) -> auto& { return s.corridors; });
  add_array<4>(terrain, "gates", [](const S& s) -> auto& { return s.gates; });
  add_array<1>(terrain, "corridor_starts", [](const S& s) -> auto& { return s.corridor_starts; });
  add_array<1>(terrain, "corridor_path", [](const S& s) -> auto& { return s.corridor_path; });
  add_array<1>(terrain, "roots", [](const S& s) -> auto& { return s.roots; });
  add_array<1>(terrain, "root_sides", [](const S& s) -> auto& { return s.root_sides; });
  add_array<1>(terrain, "dead_end_starts", [](const S& s) -> auto& { return s.dead_end_starts; });
  add_array<1>(terrain, "dead_end_path", [](const S& s) -> auto& { return s.dead_end_path; });
  add_array<1>(terrain, "dead_end_widths", [](const S& s) -> auto& { return s.dead_end_widths; });
  add_array<4>(terrain, "dead_end_gates", [](const S& s) -> auto& { return s.dead_end_gates; });
  add_array<1>(terrain, "choke_widths", [](const S& s) -> auto& { return s.choke_widths; });
  add_array<4>(terrain, "choke_gates", [](const S& s) -> auto& { return s.choke_gates; });
  add_array<2>(terrain, "choke_places", [](const S& s) -> auto& { return s.choke_places; });
  add_array<1>(terrain, "reach_parents", [](const S& s) -> auto& { return s.reach_parents; });
  add_array<1>(terrain, "reach_widths", [](const S& s) -> auto& { return s.reach_widths; });
  add_array<3>(terrain, "decision_nodes", [](const S& s) -> auto& { return s.decision_nodes; });
  add_array<2>(terrain, "corridor_nodes", [](const S& s) -> auto& { return s.corridor_nodes; });
  add_array<1>(terrain, "exits", [](const S& s) -> auto& { return s.exits; });
  add_array<2>(terrain, "near_pairs", [](const S& s) -> auto& { return s.near_pairs; });
  add_array<1>(terrain, "near_widths", [](const S& s) -> auto& { return s.near_widths; });
  world.def(
      "abstraction",
      [](const SharedWorld& w) { return without_gil([&] { return terrain_snapshot(w); }); },
      "Levels and structures of the free triangles.");
}

}  // namespace clearway::bindings
