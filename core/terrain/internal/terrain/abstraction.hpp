// The abstraction of the free space (Demyen 2007, chapter 6): every free triangle gets a level, and
// the triangles form structures (structures.hpp).
//
//   level 0  island: no portal at all
//   level 1  dead end: cut off from the rest by one portal; trees, rooted in a level-2 triangle or,
//            if the component has no hole, unrooted
//   level 2  corridor: a path can continue through two sides; chains between decision nodes, or a
//            ring around the only hole of its component
//   level 3  decision node: a path can continue through all three sides
//
// Level-3 triangles and the corridors between them form the most abstract graph: a multigraph of
// degree three, with loops and parallel corridors.
//
// Law. Let n be the number of holes of a component: of the connected parts of its complement,
// without the outer one, where obstacles that touch are connected and every post and wall end
// counts. Then it has 2n - 2 decision nodes and 3n - 3 corridors if n >= 2; one ring if n = 1; and
// is one unrooted tree or one island if n = 0. "n obstacles" is this n if the obstacles have no
// holes and touch neither each other nor the bounds.
//
// Widths are those of the clearance layer (clearance.hpp): exact up to World::max_radius(). A disc
// of radius r passes a width of at least 2 r. Levels are those of points: the abstraction of a
// world does not depend on a radius.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "terrain/abstraction_tables.hpp"
#include "terrain/structures.hpp"

namespace clearway {

class Abstraction {
 public:
  static constexpr std::int8_t blocked = -1;

  // Linear in the number of triangles. The world must outlive it.
  explicit Abstraction(const World& world);

  // Updates the abstraction after edits: `touched` has every slot in an Edit since then (repeats
  // are allowed). The result equals a fresh abstraction, except for the numbers of structures and
  // components and the direction of corridors. Cost: the structures touched, those next to them,
  // and those that change because of them: removing the only hole of a component makes all of it a
  // tree. Where a component may have split, its decision nodes are visited too.
  void update(std::span<const TriangleId> touched);

  std::int8_t level(TriangleId triangle) const { return tables_.level[triangle]; }
  // A label, equal for connected triangles; none for blocked ones.
  ComponentId component(TriangleId triangle) const;
  Index components() const { return tables_.components; }  // how many there are
  // Side i of the triangle: the half-edge 4 * triangle + i.
  const Link& link(HalfEdgeId half_edge) const {
    return tables_.links[Mesh::side_index(half_edge)];
  }
  // Corridor of a level-2 triangle or of a level-3 side; dead end of a level-1 triangle.
  StructureId structure(HalfEdgeId half_edge) const {
    return tables_.structures[Mesh::side_index(half_edge)];
  }
  // The same of a level-2 or level-1 triangle.
  StructureId structure_of(TriangleId triangle) const { return tables_.structure_of(triangle); }
  // Level 2: position of the triangle in its corridor; level 1: in its dead end; level 3: in
  // decisions().
  Index position(TriangleId triangle) const { return tables_.position[triangle]; }
  // Level 1: the side towards the previous triangle, in the direction of the root or, in an
  // unrooted tree, of the first triangle, which has none. Level 2: the side towards end[0] of its
  // corridor; in a ring towards the previous triangle. Others: none.
  HalfEdgeId back(TriangleId triangle) const { return tables_.back[triangle]; }
  // The side by which a level-2 triangle continues its corridor when entered by `in`, one of the
  // two sides along it.
  HalfEdgeId onward(HalfEdgeId in) const {
    const TriangleId t = Mesh::triangle_of(in);
    return tables_.back[t] == in ? tables_.ahead[t] : tables_.back[t];
  }

  // With unused entries between them after an update: is_live.
  const IdVector<StructureId, Corridor>& corridors() const { return tables_.corridors; }
  const IdVector<StructureId, DeadEnd>& dead_ends() const { return tables_.dead_ends; }
  const std::vector<TriangleId>& decisions() const { return tables_.decisions; }  // level 3
  // Triangles of corridors and dead ends, grouped by structure.
  const std::vector<Step>& path() const { return tables_.path; }
  std::size_t memory() const;  // bytes

 private:
  const World* world_;
  AbstractionTables tables_;
};

}  // namespace clearway
