// The channel of a straight line for a point, also where it passes vertices and runs along sides.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/location.hpp"

namespace clearway {

class StraightWalk {
 public:
  explicit StraightWalk(const Mesh& mesh) : mesh_(mesh) {}

  // From p, located at `from`, to q, located at `to`, through free triangles that the line touches,
  // over sides that it touches and that are not constrained. The half-edges by which triangles are
  // entered in `portals`, the first triangle in `first`. False when no such channel leads to q:
  // then the line crosses an obstacle or passes between two that meet.
  bool go(const Location& from, const Point& p, const Location& to, const Point& q,
          TriangleId& first, std::vector<HalfEdgeId>& portals);

 private:
  struct Step {
    TriangleId triangle;
    HalfEdgeId entered;  // none: the first triangle
    Index tried;         // sides, counted from the one entered
  };
  bool is_new(TriangleId triangle);
  HalfEdgeId next_side(Step& step, const Point& p, const Point& q) const;
  bool is_met(HalfEdgeId side, const Point& p, const Point& q) const;

  const Mesh& mesh_;
  std::vector<Step> steps_;
  std::vector<HalfEdgeId> roots_;
  std::vector<TriangleId> ends_;
  IdVector<TriangleId, std::uint32_t> seen_;  // by triangle: the walk that came by
  std::uint32_t walk_ = 0;
};

}  // namespace clearway
