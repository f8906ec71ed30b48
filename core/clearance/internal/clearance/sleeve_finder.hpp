// Finds the sleeves of gates in a triangulation.
#pragma once

#include <vector>

#include "clearance/foot_region.hpp"
#include "clearance/sleeve.hpp"

namespace clearway {

class SearchRecords;

class SleeveFinder {
 public:
  // With `records`, is_alone() can stop at edges that are known to be gates on busy walls.
  explicit SleeveFinder(const Triangulation& triangulation, const SearchRecords* records = nullptr);

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
  bool follow(HalfEdgeId base, FootRegion::Seen from, FootRegion::Seen to);
  bool stands_on(HalfEdgeId e);
  void set(Sleeve& out) const;
  bool is_empty(HalfEdgeId corner, const Sleeve& sleeve, double margin);

  const Triangulation& t_;
  const Mesh& mesh_;
  const SearchRecords* records_;
  Point v_, foot_;
  FootRegion region_;
  double limit_, width_;
  HalfEdgeId wall_;
  std::vector<HalfEdgeId> path_;  // the bases of the triangles from v to the current one
};

}  // namespace clearway
