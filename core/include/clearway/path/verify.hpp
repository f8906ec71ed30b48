// The verifier: measures a path against the raw obstacles, sharing nothing with the mesh.
#pragma once

#include <span>

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

struct Verdict {
  double clearance = 0.0;  // least distance from the exact path to any raw segment or post
  Handle nearest = -1;     // whose it is; -1: the bounds
  double gap = 0.0;  // largest jump between consecutive segments, or of an arc's end off its circle
  bool inside = false;   // the path's first point is neither in an obstacle nor outside the bounds
  bool crosses = false;  // a line or arc passes properly through an obstacle's boundary
};

// Cost: segments of the path times segments of the obstacles (pruned by boxes).
Verdict verify(const World& world, std::span<const Segment> path);
// The same against these obstacles only, without the bounds.
Verdict verify(const World& world, std::span<const Handle> handles, std::span<const Segment> path);

}  // namespace clearway
