// Cells of a grid, boxes of cells, and where they lie in the plane.
#pragma once

#include <cstdint>

#include "clearway/geometry/point.hpp"

namespace clearway {

// Column x and row y.
struct Cell {
  std::int32_t x = 0, y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Cells x0 <= x < x1, y0 <= y < y1.
struct CellBox {
  std::int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool empty() const { return x0 >= x1 || y0 >= y1; }
};

// The position of a grid in the plane: cell (x, y) covers the square from origin + cell * (x, y)
// to origin + cell * (x + 1, y + 1).
struct Frame {
  double cell = 1.0;  // the side of a cell
  Point origin;
  Point centre(const Cell& c) const {
    return {origin.x + cell * (c.x + 0.5), origin.y + cell * (c.y + 0.5)};
  }
};

}  // namespace clearway
