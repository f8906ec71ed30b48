// Routes over a grid, as searches build them.
#pragma once

#include <vector>

#include "clearway/grid/cell.hpp"
#include "grid/steps.hpp"

namespace clearway {

// The first cell, every cell where the direction changes, and the last. From each corner to the
// next leads one straight or one diagonal line.
struct CellRoute {
  std::vector<Cell> corners;
  Steps steps() const;
};

// Appends a cell that one straight or one diagonal line leads to; replaces the last corner if the
// direction stays the same.
void extend(CellRoute& route, const Cell& next);
// The same for a cell that takes a diagonal line and then a straight one. The route is not empty.
void extend_bent(CellRoute& route, const Cell& next);

}  // namespace clearway
