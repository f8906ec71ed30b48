// Whether a path is still legal after obstacles were added.
#pragma once

#include <cstdint>
#include <span>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

enum class PathState : std::uint8_t {
  legal,
  blocked,  // an obstacle blocks the path
  inside    // the disc does not fit where it is
};

// The rest of a path, which a disc is following.
struct PathRest {
  std::span<const Segment> path;  // not empty
  Point from;                     // where the first segment began before it was cut
  Point place;                    // where the disc is
  double radius;
};

// Checks a path that was legal before these obstacles were added. Cost: segments of the path times
// segments of the obstacles, pruned by boxes.
PathState check_path(const World& world, const PathRest& rest, std::span<const Handle> added);

}  // namespace clearway
