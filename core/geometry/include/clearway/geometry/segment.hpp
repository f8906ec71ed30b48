// The pieces of paths: lines, arcs and links.
#pragma once

#include <cstddef>
#include <span>

#include "clearway/geometry/point.hpp"

namespace clearway {

// turn 0: the line from start to end. turn +1 (counter-clockwise) or -1: the arc around
// center from start to end, less than a full turn. A link (features/feature.hpp) from start to end
// has turn 0 and a negative radius; center.x is its handle, center.y its cost.
struct Segment {
  Point start, end, center;
  double radius = 0.0;
  int turn = 0;

  bool is_link() const { return radius < 0; }
};

// Without links, which are not walked.
double length_of(std::span<const Segment> segments);

// Calls visit(piece) for the pieces of a path between its links, none of them empty.
template <class Visit>
void for_each_walk(std::span<const Segment> path, Visit visit) {
  for (std::size_t first = 0, i = 0; i <= path.size(); ++i) {
    if (i < path.size() && !path[i].is_link()) continue;
    if (i > first) visit(path.subspan(first, i - first));
    first = i + 1;
  }
}

}  // namespace clearway
