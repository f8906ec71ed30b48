#include "terrain/abstraction.hpp"

#include "abstraction_repair.hpp"
#include "clearway/base/interrupt.hpp"
#include "corridor_builder.hpp"
#include "levels.hpp"
#include "tree_builder.hpp"

namespace clearway {

namespace {

// Builds all corridors that are connected with a decision node, and labels their ends.
void build_component(AbstractionTables& tables, CorridorBuilder& corridors, TriangleId first) {
  const ComponentId label = tables.new_label();
  std::vector<TriangleId> open{first};
  tables.component[first] = label;
  while (!open.empty()) {
    check_interrupt();
    const TriangleId t = open.back();
    open.pop_back();
    tables.add_decision(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId side = Mesh::half_edge(t, i);
      if (tables.structure(side) == none) corridors.build(side);
      const TriangleId other = tables.link(side).adjacent;
      if (tables.component[other] != none) continue;
      tables.component[other] = label;
      open.push_back(other);
    }
  }
}

}  // namespace

Abstraction::Abstraction(const World& world) : world_(&world) {
  tables_.resize(world.mesh().triangles.size());
  find_levels(world.mesh(), tables_);
  CorridorBuilder corridors(world, tables_);
  for (const TriangleId t : tables_.level.ids())
    if (level(t) == 3 && tables_.component[t] == none) build_component(tables_, corridors, t);
  for (const TriangleId t : tables_.level.ids())
    if (level(t) == 2 && structure_of(t) == none) corridors.build_ring(t);
  for (const TriangleId t : tables_.level.ids()) {
    check_interrupt();
    if (level(t) == 0) tables_.component[t] = tables_.new_label();
    if (level(t) == 1 && structure_of(t) == none) build_unrooted_tree(world, tables_, t);
  }
}

void Abstraction::update(std::span<const TriangleId> touched) {
  AbstractionRepair(*world_, tables_).run(touched);
}

ComponentId Abstraction::component(TriangleId t) const {
  if (level(t) == 1) {
    const DeadEnd& d = dead_ends()[structure_of(t)];
    if (d.root == none) return d.label;
    t = d.root;
  }
  if (level(t) == 2) {
    const Corridor& c = corridors()[structure_of(t)];
    if (c.is_ring()) return c.label;
    t = Mesh::triangle_of(c.end[0]);
  }
  return tables_.component[t];
}

std::size_t Abstraction::memory() const {
  const AbstractionTables& t = tables_;
  return t.level.capacity() + t.links.capacity() * sizeof(Link) +
         t.corridors.capacity() * sizeof(Corridor) + t.dead_ends.capacity() * sizeof(DeadEnd) +
         t.path.capacity() * sizeof(Step) +
         (t.component.capacity() + t.structures.capacity() + t.position.capacity() +
          t.back.capacity() + t.ahead.capacity() + t.decisions.capacity()) *
             sizeof(Index);
}

}  // namespace clearway
