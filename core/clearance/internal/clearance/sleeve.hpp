// Sleeves: how a gate between a corner and a wall lies in the mesh (docs/explanation/clearance.md).
//
// A gate is the shortest segment from a corner v to its foot f inside a wall, with no obstacle
// point in the open disc over vf. If the wall is not a side of the triangle at v, vf crosses
// edges e1 ... ek and the sleeve of triangles T0 (at v) ... Tk (at the wall). Seen from v, the
// other sides of the sleeve lie left or right of the gate; those that are unconstrained and wider
// than the gate are its portals. Edges ei no wider than the gate divide the sleeve into parts. A
// disc too wide for the gate must not pass from a left portal of a part to a right one, but may
// pass from left to left:
//
//   if a part has at most one portal on one side, a disc that moves from that portal along the
//   sleeve crosses the gate: those turns of the portal are charged with the gate's width;
//   if it has two portals or more on both sides, the gate is crowded: no local test can tell, and
//   f must become a vertex.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class Clearance;
class Triangulation;

struct Sleeve {
  struct Step {
    HalfEdgeId base;         // T0: the half-edge that starts at v; Ti: the side ei, left to right
    HalfEdgeId left, right;  // portals, half-edges of Ti; none: closed or no wider than the gate
    int part;
  };
  struct Part {
    int first, last;  // steps
    bool crowded;
    bool left;          // the side with at most one portal: charged
    HalfEdgeId portal;  // that portal, or none
  };
  double width;     // rounded down
  Point foot;       // rounded
  HalfEdgeId wall;  // half-edge of Tk
  std::vector<Step> steps;
  std::vector<Part> parts;

  bool is_crowded() const;
  // The step of a triangle, or -1.
  int step_of(TriangleId triangle) const;
  // The side of Ti towards T(i+1), or the wall.
  HalfEdgeId out(int step, const Mesh& mesh) const;
  // Whether p, in the sleeve, lies left of the gate.
  bool is_left(const Mesh& mesh, const Point& p) const;
};

class SleeveFinder {
 public:
  // `layer`: where is_alone() may learn that an edge is a gate on a busy wall.
  explicit SleeveFinder(const Triangulation& triangulation, const Clearance* layer = nullptr);

  // The gate from the corner where the half-edge `corner` starts, through the opposite side of
  // its triangle, if there is one no wider than `limit`. A candidate whose disc holds a vertex
  // beside the sleeve counts as a gate here; to close it is right all the same. One whose disc is
  // entered by a constrained side of the first triangle does not.
  bool find(HalfEdgeId corner, double limit, Sleeve& out);
  // Whether find() has to be asked, for the corners on the two sides of an edge in free space: on
  // the left, on the right. Seldom true where nothing is found, never false where something is.
  struct Sides {
    bool left, right;
  };
  Sides may_cross(HalfEdgeId edge) const;
  // The same for the height of the triangle over that side, if this is constrained: a sleeve of
  // one triangle.
  bool find_height(HalfEdgeId corner, double limit, Sleeve& out);
  // Whether the disc over the gate is empty of obstacles, within tolerance::rim of its size.
  bool is_gate(HalfEdgeId corner, const Sleeve& sleeve);
  // Whether, besides, no corner but its own is on the rim of that disc, within tolerance::rim. Any
  // mesh of the same obstacles gives the same answer.
  bool is_alone(HalfEdgeId corner, const Sleeve& sleeve);
  // The same for the gate that is the edge from a corner to its foot. Sets `reads`.
  bool is_alone(HalfEdgeId edge, const Point& foot);

  // Triangles asked about since find() was called; is_gate() and is_alone() add to them.
  std::vector<TriangleId> reads;

 private:
  // A vertex and the place of feet: how far it is beyond each of the lines around that, and how
  // large the numbers were that this was rounded from.
  struct Seen {
    double beyond[4], size[4];
  };
  Seen see(VertexId vertex) const;
  bool meets(const Seen& p, const Seen& q) const;
  bool follow(HalfEdgeId base, Seen from, Seen to);
  bool stands_on(HalfEdgeId e);
  void measure(HalfEdgeId corner, Sleeve& out) const;
  bool is_empty(VertexId v, const Point& foot, std::vector<TriangleId> seen, double margin);

  const Triangulation& t_;
  const Mesh& mesh_;
  const Clearance* layer_;
  Point v_, foot_;
  double line_x_[4], line_y_[4], line_at_[4];  // around the place of feet: x X + y Y <= at, from v
  double limit_, width_;
  HalfEdgeId wall_;
  std::vector<HalfEdgeId> path_;  // bases
};

// The turns charged with the gate's width: half-edges that start at the corner turned round.
void charges(const Sleeve& sleeve, const Mesh& mesh, std::vector<HalfEdgeId>& out);

}  // namespace clearway
