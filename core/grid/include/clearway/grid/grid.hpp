// A grid of free and blocked cells, 8-connected: a straight move costs 1, a diagonal move costs the
// square root of 2. Everything outside the grid is blocked. A diagonal move needs both cells beside
// it free, as in the Moving AI benchmarks; with corner cutting it needs one of them (Vinther 2015,
// 4.2). No move leads between two blocked cells that touch at a corner, so both rules connect the
// same cells.
//
// Two bits per cell: one bitmap by rows, one by columns, so that scans along both read words.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "clearway/grid/cell.hpp"
#include "clearway/grid/detail/bitmap.hpp"

namespace clearway {

// Directions, clockwise where y grows downwards: even ones straight, odd ones diagonal.
enum Direction : std::uint8_t {
  east,
  south_east,
  south,
  south_west,
  west,
  north_west,
  north,
  north_east
};
inline constexpr std::int32_t direction_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr std::int32_t direction_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

class Grid {
 public:
  // Sides; cells at most. Indices of cells, guards included, are then below 2^29.
  static constexpr std::int32_t max_side = 1 << 20;
  static constexpr std::int64_t max_cells = std::int64_t{1} << 28;

  // `blocked`: height rows of width bytes, not 0 where blocked. Throws InvalidInput if a
  // side is 0 or exceeds max_side, or there are more than max_cells.
  Grid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
       bool corner_cutting = false);

  std::int32_t width() const { return width_; }
  std::int32_t height() const { return height_; }
  // Whether a diagonal move needs only one of the cells beside it free.
  bool corner_cutting() const { return corner_cutting_; }
  std::uint64_t version() const { return version_; }
  std::int64_t free_cells() const { return free_; }
  std::size_t bytes() const { return rows_.bytes() + columns_.bytes(); }
  bool contains(const Cell& c) const {
    return c.x >= 0 && c.y >= 0 && c.x < width_ && c.y < height_;
  }

  // Cells as indices: of the bitmap by rows.
  std::uint32_t index(const Cell& c) const { return rows_.index(c.x, c.y); }
  Cell cell(std::uint32_t i) const {
    const std::uint32_t row = i / rows_.stride();
    return {static_cast<std::int32_t>(i - row * rows_.stride()),
            static_cast<std::int32_t>(row) - 1};
  }
  std::uint32_t stride() const { return rows_.stride(); }
  std::uint32_t size() const { return rows_.size(); }
  // index(neighbour) - index(cell), modulo 2^32.
  std::uint32_t offset(unsigned direction) const { return offsets_[direction]; }
  bool is_free(std::uint32_t i) const { return rows_.test(i); }
  bool is_free(const Cell& c) const { return contains(c) && rows_.test(index(c)); }

  // Directions of the moves that leave a free cell, as bits.
  std::uint8_t exits(std::uint32_t i) const {
    const std::uint32_t around = rows_.three(i - rows_.stride()) | rows_.three(i) << 3 |
                                 rows_.three(i + rows_.stride()) << 6;
    return exit_tables[corner_cutting_][around];
  }

  // Of the exits of a cell that was entered in this direction, those that a shortest path may take:
  // where the others lead, a path that avoids the cell is shorter.
  std::uint8_t onward(unsigned direction, std::uint8_t exits) const {
    return onward_tables[corner_cutting_][direction][exits];
  }

  const Bitmap& rows() const { return rows_; }
  const Bitmap& columns() const { return columns_; }

  // Writes the cells of a box, clipped to the grid: `blocked` has one byte per cell of the box, row
  // by row, or a single byte for all. Returns the smallest box that contains all changed cells; if
  // it is not empty, the version grows. After an interrupt no cell has changed.
  CellBox assign(const CellBox& box, std::span<const std::uint8_t> blocked);
  // Rows of bytes, 1 where blocked.
  std::vector<std::uint8_t> blocked(const CellBox& box) const;

 private:
  // As assign, but the version stays, and an interrupt leaves some cells written.
  CellBox write(const CellBox& box, std::span<const std::uint8_t> blocked);

  // Without and with corner cutting.
  static const std::array<std::array<std::uint8_t, 512>, 2> exit_tables;
  static const std::array<std::array<std::array<std::uint8_t, 256>, 8>, 2> onward_tables;

  std::int32_t width_, height_;
  bool corner_cutting_;
  Bitmap rows_, columns_;
  std::uint32_t offsets_[8];
  std::int64_t free_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace clearway
