// Whether a disc can follow a line or an arc: every obstacle near it is looked at.
#pragma once

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

class DiscClear {
 public:
  DiscClear(const World& world, double radius);
  // `near` is any half-edge in the neighbourhood of the piece's start.
  bool line(const Point& a, const Point& b, Index near) const;
  bool arc(const Segment& arc, Index near) const;

 private:
  const Mesh& mesh_;
  // What a piece must keep: the radius less what rounding of its ends can cost, which is
  // a few units in the last place of the coordinates.
  double least_;
};

}  // namespace clearway
