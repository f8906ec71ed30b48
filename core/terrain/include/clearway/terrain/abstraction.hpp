// The abstraction of the free space (Demyen 2007, chapter 6): every free triangle gets a level, and
// the triangles form structures.
//
//   level 0  island: no portal at all (a portal is an unconstrained side)
//   level 1  dead end: cut off from the rest by one portal; trees, rooted in a level-2 triangle or,
//            if the component has no hole, unrooted
//   level 2  corridor: two ways on; chains between decision nodes, or a ring around the only hole
//            of its component
//   level 3  decision node: three ways on
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
// of radius r passes what has a width of at least 2 r. Levels are those of points: the abstraction
// of a world does not depend on a radius.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// What lies behind side i of a triangle (6.3): for level 1 the side towards the root, for level 2
// the two along the corridor, for level 3 all. Other sides, islands, unrooted trees and rings:
// adjacent is none and the rest 0.
struct Link {
  TriangleId adjacent = none;  // the triangle there: root, or decision node
  HalfEdgeId gate = none;      // the side of it where the way meets it
  // From this side to that triangle, without either triangle itself:
  double choke = 0.0;   // the least width, that of this side's portal included
  double angle = 0.0;   // sum of the interior angles turned through: radius * angle is a
                        // lower bound on the way (6.3.6)
  double length = 0.0;  // another one, for any radius: a sum of distances between portals
  double corner = 0.0;  // of level 3: interior angle of the triangle where this side starts
};

using StructureId = Id<struct StructureTag>;  // a corridor, or a dead end

struct Corridor {
  bool is_live = true;  // false: a free place in the list, all else is meaningless
  // Half-edges of the decision nodes at its ends, pointing in: mesh.twin(end[k]) is entered from
  // there. none: a ring. Both in one triangle: a loop.
  HalfEdgeId end[2] = {none, none};
  Index first = 0, count = 0;  // its triangles, from end[0] to end[1]: see path()
  Index label = none;          // of a ring: its component
  // Least width along it, including gates that close it at its ends (Clearance::shut), whose turns
  // are otherwise not counted; for a ring: all around.
  double width = 0.0;
  HalfEdgeId narrow = none;  // where: the portal, or the constrained side below the height,
                             // or, if is_gate, the corner of a gate (World::sleeve); of
                             // several the one with the least coordinates
  bool is_gate = false;
  double angle = 0.0, length = 0.0;  // as in Link; of a ring 0
  bool is_ring() const { return end[0] == none; }
  bool is_loop() const {
    return end[0] != none && Mesh::triangle_of(end[0]) == Mesh::triangle_of(end[1]);
  }
};

struct DeadEnd {
  bool is_live = true;         // as in Corridor
  TriangleId root = none;      // level-2 triangle; none: an unrooted tree
  HalfEdgeId portal = none;    // half-edge of the root by which one gets in; none: unrooted
  Index first = 0, count = 0;  // its triangles, each after the one it hangs on: see path()
  Index label = none;          // of an unrooted tree: its component
  // The entrance, as in Corridor: the portal and the gates that close it off from the root's other
  // sides. For an unrooted tree: infinity, none.
  double width = std::numeric_limits<double>::infinity();
  HalfEdgeId narrow = none;
  bool is_gate = false;
};

// A triangle of a structure. In a corridor: the sides towards its two ends.
struct Step {
  TriangleId triangle;
  HalfEdgeId back, ahead;
};

class Abstraction {
 public:
  static constexpr std::int8_t blocked = -1;

  // Linear in the number of triangles.
  explicit Abstraction(const World& world);

  // Updates the abstraction after edits: `touched` has every slot in an Edit since then (repeats
  // are allowed). The result equals a fresh abstraction, except for the numbers of structures and
  // components and the direction of corridors. Cost: the structures touched, those next to them,
  // and those that change because of them: removing the only hole of a component makes all of it a
  // tree. Where a component may have split, its decision nodes are visited too.
  void update(std::span<const TriangleId> touched);

  std::int8_t level(TriangleId triangle) const { return level_[triangle]; }
  // A label, equal for connected triangles; none for blocked ones.
  Index component(TriangleId triangle) const;
  Index components() const { return components_; }  // how many there are
  // Side i of the triangle: the half-edge 4 * triangle + i.
  const Link& link(HalfEdgeId half_edge) const { return links_[Mesh::side_index(half_edge)]; }
  // Corridor of a level-2 triangle or of a level-3 side; dead end of a level-1 triangle.
  StructureId structure(HalfEdgeId half_edge) const {
    return structure_[Mesh::side_index(half_edge)];
  }
  // Corridor of a level-2 triangle; dead end of a level-1 triangle.
  StructureId structure_of(TriangleId triangle) const {
    return structure(Mesh::half_edge(triangle, 0));
  }
  // Level 2: position of the triangle in its corridor; level 1: in its dead end; level 3: in
  // decisions().
  Index position(TriangleId triangle) const { return position_[triangle]; }
  // Level 1: the side towards the previous triangle, in the direction of the root or, in an
  // unrooted tree, of the first triangle, which has none. Level 2: the side towards end[0] of its
  // corridor; in a ring towards the previous triangle. Others: none.
  HalfEdgeId back(TriangleId triangle) const { return back_[triangle]; }
  // The side by which a level-2 triangle continues its corridor when entered by `in`, one of the
  // two sides along it.
  HalfEdgeId onward(HalfEdgeId in) const {
    return back_[Mesh::triangle_of(in)] == in ? ahead_[Mesh::triangle_of(in)]
                                              : back_[Mesh::triangle_of(in)];
  }

  // With unused entries between them after an update: is_live.
  const IdVector<StructureId, Corridor>& corridors() const { return corridors_; }
  const IdVector<StructureId, DeadEnd>& dead_ends() const { return dead_ends_; }
  const std::vector<TriangleId>& decisions() const { return decisions_; }  // level-3 triangles
  // Triangles of corridors and dead ends, grouped by structure.
  const std::vector<Step>& path() const { return path_; }
  std::size_t memory() const;

 private:
  friend class AbstractionRepair;
  void fit();
  void peel();
  void decision(TriangleId triangle);
  void component_of_decisions(TriangleId triangle);
  StructureId corridor(HalfEdgeId side);
  void ring(TriangleId triangle);
  void tree(TriangleId root, HalfEdgeId portal, TriangleId triangle);
  void side_tree(TriangleId triangle, HalfEdgeId in, HalfEdgeId out);
  void chain(Corridor& c, StructureId index);
  double turn(HalfEdgeId in, HalfEdgeId out) const;
  double around(HalfEdgeId in, HalfEdgeId out) const;
  HalfEdgeId find_onward(HalfEdgeId in) const;
  double narrow(Corridor& c, HalfEdgeId in, HalfEdgeId out);
  std::pair<HalfEdgeId, bool> strait(const Step& step, double width) const;
  void settle_narrow(Corridor& c, HalfEdgeId portal);
  void shut_in(Corridor& c);
  Link& at(HalfEdgeId half_edge) { return links_[Mesh::side_index(half_edge)]; }
  Index new_label();
  void free_label(Index label);

  const World* world_;
  Index components_ = 0, labels_ = 0;
  IdVector<TriangleId, std::int8_t> level_;
  // component_: labels, only of decision nodes and islands; others have that of their structure.
  IdVector<TriangleId, Index> component_, position_;
  std::vector<StructureId> structure_;  // by side
  IdVector<TriangleId, HalfEdgeId> back_, ahead_;
  std::vector<Link> links_;
  IdVector<StructureId, Corridor> corridors_;
  IdVector<StructureId, DeadEnd> dead_ends_;
  std::vector<TriangleId> decisions_;
  std::vector<Step> path_;
  std::vector<StructureId> free_corridors_, free_dead_ends_;
  std::vector<Index> free_labels_;
  std::size_t garbage_ = 0;          // steps of path_ in no structure
  std::vector<HalfEdgeId> portals_;  // scratch of corridor()
  std::vector<double> turns_, arounds_;
  std::vector<Step> narrow_;
};

}  // namespace clearway
