// Gates of the free space: the shortest segments between two obstacles with no obstacle in the open
// disc over them (docs/explanation/clearance.md). The middles of gates are the saddles of the
// clearance: for any two points, the largest disc that can move from one to the other is stopped by
// a gate, or does not fit at an end.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

struct Gate {
  double width;         // rounded down; as the clearance layer has it
  Point from, to;       // in order; a foot among them is rounded
  HalfEdgeId portal;    // where the gate is one; none: it crosses portals, or is a height
  TriangleId triangle;  // that its middle lies in; of a portal: one of the two
};

class World;

// All gates, whatever the world's max_radius; each once; narrowest first, then by coordinates. An
// obstacle on the rim of the disc, except at the gate's ends, counts as inside: then there is a
// narrower gate on its side. Anything within tolerance::rim of the disc's size is on the
// rim. Expected cost: linear in the number of triangles.
std::vector<Gate> gates(const World& world);

}  // namespace clearway
