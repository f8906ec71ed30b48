// Shorter ways from long ones, in what is left free around them.
#pragma once

#include "clearway/grid/planner.hpp"

namespace clearway {

// Whether one diagonal and one straight line, in either order, lead from a to b; no way is
// shorter. Appends it to `walk`, which ends at a.
bool connect(const Grid& grid, const Cell& a, const Cell& b, CellRoute& walk);
// As connect, without the walk.
bool is_connected(const Grid& grid, const Cell& a, const Cell& b);

// Replaces stretches between corners by such connections where that is shorter, until nothing
// more is won. The way is never longer than it was.
void smooth(const Grid& grid, CellRoute& walk);

}  // namespace clearway
