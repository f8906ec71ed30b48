// The outline of a visible region, built from the visible parts (stretches) of edges.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// Stretches are added counter-clockwise around the viewpoint. Consecutive stretches of one edge are
// merged, and so are those of edges that meet in a refinement vertex, which is no corner of any
// obstacle.
class Outline {
 public:
  // Writes to `ring`, which is cleared and must outlive it.
  Outline(const Mesh& mesh, std::vector<Point>& ring) : mesh_(mesh), ring_(ring) { ring.clear(); }
  void stretch(HalfEdgeId edge, const Point& right, const Point& left);
  void gap(const Point& at);  // a blocked sector around the viewpoint itself
  void close();

 private:
  bool add(const Point& p);
  bool is_refinement(HalfEdgeId edge, const Point& p) const;
  const Mesh& mesh_;
  std::vector<Point>& ring_;
  HalfEdgeId first_ = none, last_ = none;
  bool has_end_ = false;  // the last point is the left end of the last stretch
};

// Where the ray from p towards q meets the edge from a to b, rounded.
Point meet_edge(const Point& p, const Point& q, const Point& a, const Point& b);

}  // namespace clearway
