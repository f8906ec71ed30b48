// Shortens routes over the free cells near them.
#pragma once

#include "clearway/grid/grid.hpp"
#include "grid/cell_route.hpp"

namespace clearway {

// Whether one diagonal and one straight line, in either order, lead from a to b over free cells; no
// route is shorter. Appends them to `route`, which ends at a.
bool connect(const Grid& grid, const Cell& a, const Cell& b, CellRoute& route);
// The same without a route.
bool is_connected(const Grid& grid, const Cell& a, const Cell& b);

// Replaces stretches between corners by such connections where these are shorter, until no
// replacement is. The route never becomes longer.
void smooth(const Grid& grid, CellRoute& route);

}  // namespace clearway
