// The structures of an abstraction (abstraction.hpp): corridors, dead ends, and the links from a
// triangle to the structures behind its sides.
#pragma once

#include <limits>

#include "clearway/mesh/mesh.hpp"
#include "mesh/component_id.hpp"

namespace clearway {

// The link of side i of a triangle (Demyen 2007, 6.3): for level 1 the side towards the root, for
// level 2 the two sides along the corridor, for level 3 all. Other sides, islands, unrooted trees
// and rings: adjacent is none and the rest 0.
struct Link {
  TriangleId adjacent = none;  // the triangle there: root, or decision node
  HalfEdgeId gate = none;      // the side of it where the structure meets it
  // From this side to that triangle, without either triangle itself:
  double choke = 0.0;   // the least width, that of this side's portal included
  double angle = 0.0;   // sum of the interior angles turned through: radius * angle is a lower
                        // bound on the length (6.3.6)
  double length = 0.0;  // another one, for any radius: a sum of distances between portals
  double corner = 0.0;  // of level 3: interior angle of the triangle where this side starts
};

using StructureId = Id<struct StructureTag>;  // a corridor, or a dead end

struct Corridor {
  bool is_live = true;  // false: an unused entry of the list, all else is meaningless
  // Half-edges of the decision nodes at its ends; mesh.twin(end[k]) is entered from there. none: a
  // ring. Both in one triangle: a loop.
  HalfEdgeId end[2] = {none, none};
  Index first = 0, count = 0;  // its triangles, from end[0] to end[1]: Abstraction::path()
  ComponentId label = none;    // of a ring: its component
  // Least width along it, including gates that close it at its ends (Clearance::limiting_gate);
  // other turns there are not counted. Of a ring: all around.
  double width = 0.0;
  // Where: the portal, or the constrained side below the height, or, if is_gate, the corner of a
  // gate (World::sleeve). Of several, the one with the least coordinates.
  HalfEdgeId narrow = none;
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
  HalfEdgeId portal = none;    // half-edge of the root by which the tree is entered; none: unrooted
  Index first = 0, count = 0;  // its triangles, parents before children: Abstraction::path()
  ComponentId label = none;    // of an unrooted tree: its component
  // The entrance, as in Corridor: the portal and the gates that close it off from the root's other
  // sides. Of an unrooted tree: infinity, none.
  double width = std::numeric_limits<double>::infinity();
  HalfEdgeId narrow = none;
  bool is_gate = false;
};

// A triangle of a structure. In a corridor: the sides towards its two ends. In a tree: the side
// towards the parent, and none.
struct Step {
  TriangleId triangle;
  HalfEdgeId back, ahead;
};

}  // namespace clearway
