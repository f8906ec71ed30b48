#include "abstraction_repair.hpp"

#include <algorithm>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "corridor_builder.hpp"
#include "label_repair.hpp"
#include "tree_builder.hpp"

namespace clearway {

AbstractionRepair::AbstractionRepair(const World& world, AbstractionTables& tables)
    : world_(world),
      mesh_(world.mesh()),
      t_(tables),
      region_(world.mesh().triangles.size()),
      removal_(tables, region_) {}

void AbstractionRepair::run(std::span<const TriangleId> touched) {
  t_.resize(mesh_.triangles.size());
  remove_touched(touched);
  LevelRepair levels(mesh_, t_, region_);
  levels.run();
  remove_changed(levels);
  remove_trees_of_lost_roots();
  std::sort(region_.triangles().begin(), region_.triangles().end());
  const std::vector<StructureId> corridors = build_corridors();
  build_trees();
  LabelRepair(t_, removal_.lost_labels()).run(corridors);
  compact_path();
}

void AbstractionRepair::remove_touched(std::span<const TriangleId> touched) {
  RepairRegion distinct(t_.level.size());
  for (const TriangleId t : touched)
    if (t.number() < t_.level.size()) distinct.add(t);
  const std::vector<TriangleId>& slots = distinct.triangles();
  for (const TriangleId t : slots) removal_.remove_at(t);
  for (const TriangleId t : slots) {
    check_interrupt();
    if (!mesh_.is_live(t)) continue;
    for (Index i = 0; i < 3; ++i)
      if (const HalfEdgeId e = mesh_.twin(Mesh::half_edge(t, i)); e != none)
        removal_.remove_at(Mesh::triangle_of(e));
  }
  for (const TriangleId t : slots) region_.add(t);
}

// Structures outside the region with a triangle of a new level.
void AbstractionRepair::remove_changed(const LevelRepair& levels) {
  for (const auto& [t, level_before] : levels.changed()) {
    if (t_.level[t] == level_before) continue;
    if (level_before == 3)
      removal_.remove_decision(t);
    else
      removal_.remove_corridor(t_.structure_of(t));
    region_.add(t);
  }
}

// Trees outside the region whose root is no longer of level 2.
void AbstractionRepair::remove_trees_of_lost_roots() {
  for (std::size_t k = 0; k < region_.triangles().size(); ++k) {  // the region grows
    check_interrupt();
    const TriangleId t = region_.triangles()[k];
    if (!mesh_.is_live(t) || !mesh_.is_free(t) || t_.level[t] == 2) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e)) continue;
      const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
      const StructureId tree = t_.level[other] == 1 ? t_.structure_of(other) : StructureId(none);
      if (tree != none && t_.dead_ends[tree].root == t) removal_.remove_tree(tree);
    }
  }
}

// Corridors and rings, with the trees beside them, and the labels of islands. Returns the
// corridors.
std::vector<StructureId> AbstractionRepair::build_corridors() {
  std::vector<TriangleId> nodes = removal_.opened();
  for (const TriangleId t : region_.triangles()) {
    check_interrupt();
    if (t_.level[t] == 3 && t_.position[t] == none) t_.add_decision(t);
    if (t_.level[t] == 3) nodes.push_back(t);
    if (t_.level[t] == 0) t_.component[t] = t_.new_label();
  }
  CorridorBuilder builder(world_, t_);
  std::vector<StructureId> corridors;
  for (const TriangleId t : nodes) {
    if (t_.level[t] != 3) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId side = Mesh::half_edge(t, i);
      if (t_.structure(side) == none) corridors.push_back(builder.build(side));
    }
  }
  for (const TriangleId t : region_.triangles())
    if (t_.level[t] == 2 && t_.structure_of(t) == none) builder.build_ring(t);
  return corridors;
}

// Trees that no new corridor has built: those whose root lies outside the region, and unrooted
// ones.
void AbstractionRepair::build_trees() {
  const auto is_missing = [&](TriangleId t) {
    return t_.level[t] == 1 && t_.structure_of(t) == none;
  };
  for (const TriangleId t : region_.triangles()) {
    check_interrupt();
    if (!is_missing(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const HalfEdgeId portal = mesh_.twin(e);
      if (mesh_.constrained(e) || t_.level[Mesh::triangle_of(portal)] != 2) continue;
      build_tree(world_, t_, portal);
      break;
    }
  }
  for (const TriangleId t : region_.triangles())
    if (is_missing(t)) build_unrooted_tree(world_, t_, t);
}

// Frees the unused steps once they are about half of the path.
void AbstractionRepair::compact_path() {
  constexpr std::size_t always_kept = 1024;  // unused steps that are not worth compacting
  if (2 * t_.unused_steps < t_.path.size() + always_kept) return;
  std::vector<Step> path;
  const auto move = [&](auto& structures) {
    for (auto& structure : structures) {
      if (!structure.is_live) continue;
      const auto from = t_.path.begin() + structure.first;
      structure.first = static_cast<Index>(path.size());
      path.insert(path.end(), from, from + structure.count);
    }
  };
  move(t_.corridors);
  move(t_.dead_ends);
  t_.path = std::move(path);
  t_.unused_steps = 0;
}

}  // namespace clearway
