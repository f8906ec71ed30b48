// The channel of a straight line for a point, also where it passes vertices or follows edges.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/location.hpp"

namespace clearway {

class StraightChannel {
 public:
  explicit StraightChannel(const Mesh& mesh) : mesh_(mesh) {}

  // Finds a channel from p, located at `from`, to q, located at `to`: free triangles that the line
  // touches, joined by unconstrained edges that it touches. `first` is the first triangle,
  // `portals` the half-edges by which the others are entered. False if there is none: the line
  // crosses an obstacle or passes between two that touch. Linear in the triangles that the line
  // touches.
  //
  // Depth-first, in an order that depends on coordinates alone: the same in every mesh with these
  // triangles.
  bool find(const Location& from, const Point& p, const Location& to, const Point& q,
            TriangleId& first, std::vector<HalfEdgeId>& portals);

 private:
  struct Step {
    TriangleId triangle;
    HalfEdgeId entered;  // none: the first triangle
    Index tried;         // edges tried, counted from the one entered
  };
  bool is_new(TriangleId triangle);
  HalfEdgeId next_exit(Step& step, const Point& p, const Point& q) const;
  bool is_touched(HalfEdgeId edge, const Point& p, const Point& q) const;

  const Mesh& mesh_;
  std::vector<Step> steps_;
  std::vector<HalfEdgeId> first_edges_;
  std::vector<TriangleId> goal_triangles_;
  IdVector<TriangleId, std::uint32_t> seen_;  // by triangle: the last search that visited it
  std::uint32_t search_ = 0;
};

}  // namespace clearway
