// Sleeves: the triangles that a gate between a corner and a wall crosses
// (docs/explanation/clearance.md).
//
// A gate is the shortest segment from a corner v to its foot f inside a wall, with no obstacle
// point in the open disc over vf. If the wall is not a side of the triangle at v, vf crosses
// edges e1 ... ek and the sleeve of triangles T0 (at v) ... Tk (at the wall). Seen from v, the
// other sides of the sleeve lie left or right of the gate; those that are unconstrained and wider
// than the gate are its portals. Edges ei no wider than the gate divide the sleeve into parts. A
// disc too wide for the gate must not pass from a left portal of a part to a right one, but may
// pass from left to left:
//
//   If a part has at most one portal on one side, every disc that moves from that portal along the
//   sleeve crosses the gate. Those turns of the portal are charged with the gate's width.
//   If it has two portals or more on both sides, the gate is crowded: no local test can decide
//   whether a disc crosses it, and f must become a vertex.
#pragma once

#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class Triangulation;

struct Sleeve {
  struct Step {
    HalfEdgeId base;  // T0: the half-edge that starts at v; Ti: the side ei, left to right
    HalfEdgeId left,
        right;  // portals, half-edges of Ti; none: constrained or not wider than the gate
    int part;   // index of the part that contains this step
  };
  struct Part {
    int first, last;  // steps
    bool crowded;     // two portals or more on both sides
    bool left;        // whether the charged side, the one with at most one portal, is the left one
    HalfEdgeId portal;  // the portal on the charged side, or none
  };
  double width;     // rounded down
  Point foot;       // rounded
  HalfEdgeId wall;  // half-edge of Tk
  std::vector<Step> steps;
  std::vector<Part> parts;

  bool is_crowded() const;
  // The index of the step in this triangle, or -1.
  int step_of(TriangleId triangle) const;
  // The side of Ti towards T(i+1); for the last triangle, the wall.
  HalfEdgeId out(int step, const Mesh& mesh) const;
  // Whether p, in the sleeve, lies left of the gate.
  bool is_left(const Mesh& mesh, const Point& p) const;
};

// Sets steps and parts of a sleeve whose width, foot and wall are set. `path`: the bases of its
// triangles, from the corner to the wall.
void divide(const Triangulation& triangulation, std::span<const HalfEdgeId> path, Sleeve& out);

// Sets `out` to the turns charged with the gate's width, each as the half-edge that starts at the
// corner of the turn.
void charges(const Sleeve& sleeve, const Mesh& mesh, std::vector<HalfEdgeId>& out);

}  // namespace clearway
