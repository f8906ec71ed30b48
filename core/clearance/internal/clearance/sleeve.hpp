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

#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class Clearance;
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

class SleeveFinder {
 public:
  // With `layer`, is_alone() can stop at edges that are known to be gates on busy walls.
  explicit SleeveFinder(const Triangulation& triangulation, const Clearance* layer = nullptr);

  // Finds the gate from the origin of the half-edge `corner` through the opposite side of its
  // triangle, if there is one no wider than `limit`. A candidate whose disc contains a vertex
  // beside the sleeve also counts as a gate here: closing it is still correct. A candidate whose
  // disc is entered by a constrained side of the first triangle does not count.
  bool find(HalfEdgeId corner, double limit, Sleeve& out);
  // A quick test whether find() can succeed from the corners on the left and on the right of an
  // edge in free space. Never false where find() finds a gate, seldom true where it does not.
  struct Sides {
    bool left, right;
  };
  Sides may_cross(HalfEdgeId edge) const;
  // Like find(), for a constrained opposite side: the gate is the height of the triangle over that
  // side, and the sleeve is a single triangle.
  bool find_height(HalfEdgeId corner, double limit, Sleeve& out);
  // Whether the disc over the gate, shrunk by the relative tolerance::rim, contains no obstacle.
  bool is_gate(HalfEdgeId corner, const Sleeve& sleeve);
  // Whether, in addition, no other corner lies on the rim of that disc, within tolerance::rim. The
  // answer depends on the obstacles alone, not on the mesh.
  bool is_alone(HalfEdgeId corner, const Sleeve& sleeve);
  // The same for a gate that is the edge from a corner to its foot. Resets `reads`.
  bool is_alone(HalfEdgeId edge, const Point& foot);

  // The triangles read since find() was called, on which its answer depends. is_gate() and
  // is_alone() append to them.
  std::vector<TriangleId> reads;

 private:
  // A vertex relative to the region of feet (the points where the foot of v can lie): its signed
  // value beyond each of the four lines around the region, and the magnitude of the summands, which
  // bounds the rounding error.
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
  // The region of feet, relative to v: the points (X, Y) with x X + y Y <= at for each line.
  double line_x_[4], line_y_[4], line_at_[4];
  double limit_, width_;
  HalfEdgeId wall_;
  std::vector<HalfEdgeId> path_;  // the bases of the triangles from v to the current one
};

// Sets `out` to the turns charged with the gate's width, each as the half-edge that starts at the
// corner of the turn.
void charges(const Sleeve& sleeve, const Mesh& mesh, std::vector<HalfEdgeId>& out);

}  // namespace clearway
