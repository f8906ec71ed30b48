#include "terrain/abstraction_tables.hpp"

#include "terrain/abstraction.hpp"

namespace clearway {

namespace {

// An unused entry of a list, or a new one at its end.
template <class T>
StructureId take_entry(IdVector<StructureId, T>& list, std::vector<StructureId>& free) {
  if (free.empty()) {
    const StructureId id = list.end_id();
    list.emplace_back();
    return id;
  }
  const StructureId id = free.back();
  free.pop_back();
  return id;
}

}  // namespace

void AbstractionTables::resize(std::size_t triangles) {
  level.resize(triangles, Abstraction::blocked);
  component.resize(triangles, none);
  position.resize(triangles, none);
  back.resize(triangles, none);
  ahead.resize(triangles, none);
  structures.resize(3 * triangles, none);
  links.resize(3 * triangles);
}

void AbstractionTables::set_structure(TriangleId triangle, StructureId id) {
  for (Index i = 0; i < 3; ++i) structure(Mesh::half_edge(triangle, i)) = id;
}

ComponentId AbstractionTables::new_label() {
  ++components;
  if (free_labels.empty()) {
    const ComponentId label = labels;
    ++labels;
    return label;
  }
  const ComponentId label = free_labels.back();
  free_labels.pop_back();
  return label;
}

void AbstractionTables::free_label(ComponentId label) {
  --components;
  free_labels.push_back(label);
}

void AbstractionTables::add_decision(TriangleId triangle) {
  position[triangle] = static_cast<Index>(decisions.size());
  decisions.push_back(triangle);
}

StructureId AbstractionTables::new_corridor() { return take_entry(corridors, free_corridors); }
StructureId AbstractionTables::new_dead_end() { return take_entry(dead_ends, free_dead_ends); }

}  // namespace clearway
