// Gates: the narrow places between a corner and a straight piece of wall. Private to the
// mesh module; docs/clearance.md has the theory.
//
// A run is a constrained edge of the mesh without refinement vertices: the chain of edges
// between two vertices of input (or crossings) through refinement vertices only. A gate of a
// run is a vertex v, no refinement, whose foot lies strictly inside the run, with nothing in
// the open disc that has v and its foot as a diameter.
#pragma once

#include <vector>

#include "clearway/mesh/clearance.hpp"

namespace clearway {

// One side of a run: the half-edges from one end to the other, free space on their left.
struct Run {
  Index from, to;  // its end vertices
  std::vector<Index> edges;
  std::uint32_t mark;  // of its half-edges, both sides, in GateScratch::edge
};

struct Gate {
  Index vertex;
  Index triangle;  // one with that corner, from which the run is seen
  Point foot;      // rounded
};

// Answers depend on the obstacles alone, not on the refinement vertices present; in doubt
// (beyond 1e-9 of the size) there is a gate. Everything asked of the mesh is noted in
// `reads`: as long as those triangles stay, so does the answer.
class GateFinder {
 public:
  // `limit`: gates wider than this do not matter.
  GateFinder(const Triangulation& triangulation, double limit, GateScratch& scratch)
      : t_(triangulation), mesh_(triangulation.mesh), limit_(limit), scratch_(scratch) {}

  // Triangles asked about since begin(), each once.
  std::vector<Index> reads;
  void begin() {
    reads.clear();
    scratch_.triangle.resize(3 * mesh_.triangles.size(), 0);
    scratch_.edge.resize(4 * mesh_.triangles.size(), 0);
    question_ = ++scratch_.epoch;
  }

  // The run along e, on the left of e.
  void run(Index e, Run& out);
  static void reverse(const Mesh& mesh, Run& run);

  // Feet at which the run has to be split, none if it need not be: whether, for some gate
  // (v, run), the part beside v of the circumcircle of v and the run's ends holds, in sight,
  // another vertex or the foot of another gate. If not, v and the run make a triangle of
  // the mesh, and no refinement elsewhere can destroy it.
  std::vector<Point> feet(const Run& run);

  // Gates on the left of the run.
  void gates(const Run& run, std::vector<Gate>& out) { gates(run, {0, 0}, {0, 0}, out); }

 private:
  // The same for feet between two places (equal: anywhere).
  void gates(const Run& run, const Point& first, const Point& last, std::vector<Gate>& out);
  struct Frame {  // coordinates along the run and across it
    Point origin;
    double ux, uy, length;
    double x(const Point& p) const { return (p.x - origin.x) * ux + (p.y - origin.y) * uy; }
    double y(const Point& p) const { return (p.y - origin.y) * ux - (p.x - origin.x) * uy; }
  };
  // The part between two verticals of what lies beyond `base`, a half-edge in the triangle
  // beyond. A vertex seen already, at (a, h), leaves room for gates only below the parabola
  // h + (x - a)^2 / h: one such vertex to the left and one to the right of the strip.
  struct Strip {
    Index base;
    double from_x, from_y, to_x, to_y;  // ends of the base
    double left, right;
    double left_a, left_h, right_a, right_h;  // h <= 0: none
  };
  Frame frame(const Run& run) const;
  bool may_hold(const Strip& strip) const;
  void look(const Strip& strip, const Frame& frame, const Run& run, std::vector<Gate>& out);
  bool is_gate(Index v, Index triangle, const Run& run, Point& foot);
  bool is_crowded(const Gate& gate, const Run& run);

  // Marks of a triangle: read, in the disc of a gate, in the circle of a crowd.
  enum Kind { of_read, of_disc, of_crowd };
  bool enter(Index triangle, Kind kind, std::uint32_t epoch) {
    std::uint32_t& mark = scratch_.triangle[3 * triangle + kind];
    return mark != epoch && (mark = epoch, true);
  }
  bool is_on(const Run& run, Index e) const { return scratch_.edge[e] == run.mark; }
  void read(Index triangle) {
    if (enter(triangle, of_read, question_)) reads.push_back(triangle);
  }
  Point at(Index v) const { return mesh_.point(v); }
  const Triangulation& t_;
  const Mesh& mesh_;
  double limit_;
  GateScratch& scratch_;
  std::uint32_t question_ = 0;
  std::vector<Strip> strips_;
  std::vector<Index> seen_, narrow_, around_;
  std::vector<Gate> gates_, others_;
  Run run_, wall_;
};

}  // namespace clearway
