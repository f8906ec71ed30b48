#include "structure_removal.hpp"

namespace clearway {

void StructureRemoval::clear_side(HalfEdgeId side) {
  t_.structure(side) = none;
  t_.link(side) = {};
}

void StructureRemoval::clear_steps(Index first, Index count) {
  for (Index k = first; k < first + count; ++k) {
    const TriangleId t = t_.path[k].triangle;
    for (Index i = 0; i < 3; ++i) clear_side(Mesh::half_edge(t, i));
    t_.back[t] = t_.ahead[t] = none;
    t_.position[t] = none;
    region_.add(t);
  }
  t_.unused_steps += count;
}

void StructureRemoval::remove_corridor(StructureId id) {
  if (id == none) return;
  Corridor& c = t_.corridors[id];
  clear_steps(c.first, c.count);
  if (c.is_ring()) {
    t_.free_label(c.label);
  } else {
    for (const HalfEdgeId end : c.end) {
      clear_side(end);
      opened_.push_back(Mesh::triangle_of(end));
    }
  }
  c.is_live = false;
  t_.free_corridors.push_back(id);
}

void StructureRemoval::remove_tree(StructureId id) {
  if (id == none) return;
  DeadEnd& d = t_.dead_ends[id];
  clear_steps(d.first, d.count);
  if (d.root == none) t_.free_label(d.label);
  d.is_live = false;
  t_.free_dead_ends.push_back(id);
}

void StructureRemoval::remove_decision(TriangleId t) {
  for (Index i = 0; i < 3; ++i) remove_corridor(t_.structure(Mesh::half_edge(t, i)));
  const Index at = t_.position[t];
  if (at == none) return;
  lost_labels_.push_back(t_.component[t]);
  t_.decisions[at] = t_.decisions.back();
  t_.position[t_.decisions[at]] = at;
  t_.decisions.pop_back();
  t_.component[t] = none;
  t_.position[t] = none;
  region_.add(t);
}

void StructureRemoval::remove_at(TriangleId t) {
  switch (t_.level[t]) {
    case 3:
      return remove_decision(t);
    case 2:
      return remove_corridor(t_.structure_of(t));
    case 1:
      return remove_tree(t_.structure_of(t));
    case 0:
      if (t_.component[t] != none) t_.free_label(t_.component[t]);
      t_.component[t] = none;
      return region_.add(t);
    default:
      return;
  }
}

}  // namespace clearway
