// The input segment of an edge, where there is only one: for queries that must not allocate memory.
#pragma once

#include <optional>
#include <utility>

#include "clearway/world/world.hpp"

namespace clearway {

// The input segment that a constrained half-edge is part of, by its ends; nullopt if there are
// several: World::segments_along() lists them.
std::optional<std::pair<Point, Point>> only_segment_along(const World& world, HalfEdgeId e);

// Whether test(start, end) holds for all input segments that the half-edge is part of.
template <class Test>
bool all_segments_along(const World& world, HalfEdgeId e, Test test) {
  if (const auto only = only_segment_along(world, e)) return test(only->first, only->second);
  for (const auto& [start, end] : world.segments_along(e))
    if (!test(start, end)) return false;
  return true;
}

}  // namespace clearway
