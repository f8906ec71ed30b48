// A node of a beam search.
#pragma once

#include <cstdint>

#include "beam.hpp"

namespace clearway {

using BeamNodeId = Id<struct BeamNodeTag>;

struct BeamNode {
  enum class Kind : std::uint8_t { beam, line, corner, goal };
  Kind kind;
  HalfEdgeId entered;  // of a corner: the half-edge from it, of the triangle of the last beam; of
                       // the goal: one of its triangle
  double from, to;     // the part of the side, by distances; of the goal: the point of it
  BeamSource source;   // of a line: cost at `from`, and its slope as ahead.x
  double left, right;  // of a line: slopes up to which fans leave its ends
  double estimate;
  BeamNodeId parent;  // none: the start
  TriangleId first;   // without a parent: the triangle of the start
};

}  // namespace clearway
