// Cells that segments pass through, decided by exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"

namespace clearway {

// Column i of cells lies between xs[i] and xs[i + 1], row j between ys[j] and ys[j + 1]; both
// ascend strictly and have at least two entries.
struct CellLines {
  std::span<const double> xs, ys;
};

// Marks in `cells` (row by row, one byte each) every cell whose interior, or with `closed` whose
// border, a segment meets. Points 2i and 2i + 1 are the ends of segment i, which may
// coincide. Segments may reach beyond the cells.
void mark_cells(std::span<const Point> ends, const CellLines& lines, bool closed,
                std::span<std::uint8_t> cells);

}  // namespace clearway
