// The path of a settled goal, from the roots of the search for discs.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "collision.hpp"
#include "roots.hpp"

namespace clearway {

// Where a path bends, or begins: the side is 0 there.
struct DiscBend {
  Circle circle;
  int side;
  HalfEdgeId near;  // a half-edge of the triangle that contains the contact
  Vector arrival;   // direction in which the path reaches it
};

// A path from its start to its goal, which it reaches in direction `arrival`.
struct DiscBends {
  std::vector<DiscBend> bends;
  Point goal;
  Vector arrival;
};

// The path that leaves `root` in direction `departure` and ends at `goal`.
DiscBends bends_to(const DiscRoots& roots, DiscRootId root, const Vector& departure,
                   const Point& goal);

// Removes the bends at which the path does not turn: it passes through all of them between two
// others on one line, if the disc can follow that line. Whether a search finds such a path with a
// bend where its line only touches a corner depends on the order in which it meets the corners;
// this makes it the same path. `slack` bounds the error of the direction of a tangent.
void drop_touched(DiscBends& path, const DiscCollision& collision, double slack);

// Appends the lines and arcs of the path. The channel is not written.
void write_disc_path(const DiscBends& bends, double radius, double slack, Path& path);

}  // namespace clearway
