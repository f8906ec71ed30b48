// The storage of an abstraction. Users read it through Abstraction (abstraction.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/id.hpp"
#include "terrain/structures.hpp"

namespace clearway {

struct AbstractionTables {
  // By triangle. component: a label, only of decision nodes and islands; other triangles have that
  // of their structure.
  IdVector<TriangleId, std::int8_t> level;
  IdVector<TriangleId, ComponentId> component;
  IdVector<TriangleId, Index> position;
  IdVector<TriangleId, HalfEdgeId> back, ahead;
  // By side (Mesh::side_index).
  std::vector<StructureId> structures;
  std::vector<Link> links;

  IdVector<StructureId, Corridor> corridors;
  IdVector<StructureId, DeadEnd> dead_ends;
  std::vector<StructureId> free_corridors, free_dead_ends;  // unused entries
  std::vector<TriangleId> decisions;
  std::vector<Step> path;
  std::size_t unused_steps = 0;  // steps of path in no structure

  Index components = 0;   // labels in use
  ComponentId labels{0};  // the first label never used
  std::vector<ComponentId> free_labels;

  // Sets the number of triangles; new ones are blocked.
  void resize(std::size_t triangles);

  Link& link(HalfEdgeId e) { return links[Mesh::side_index(e)]; }
  StructureId& structure(HalfEdgeId e) { return structures[Mesh::side_index(e)]; }
  // Of a level-1 or level-2 triangle: of all of its sides.
  StructureId structure_of(TriangleId t) const {
    return structures[Mesh::side_index(Mesh::half_edge(t, 0))];
  }
  void set_structure(TriangleId triangle, StructureId structure);

  ComponentId new_label();
  void free_label(ComponentId label);
  void add_decision(TriangleId triangle);
  StructureId new_corridor();
  StructureId new_dead_end();
};

}  // namespace clearway
