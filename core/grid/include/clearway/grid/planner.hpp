// The common part of all planners on a grid: ends, answers, expanded cells.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/grid/grid.hpp"
#include "clearway/grid/path.hpp"

namespace clearway {

// Where a grid lies in the plane: cell (x, y) covers the square from origin + cell * (x, y)
// to origin + cell * (x + 1, y + 1).
struct Frame {
  double cell = 1.0;
  Point origin;
  Point centre(const Cell& c) const {
    return {origin.x + cell * (c.x + 0.5), origin.y + cell * (c.y + 0.5)};
  }
};

// A way over a grid: the first cell, every cell where the direction changes, the last.
struct CellRoute {
  std::vector<Cell> corners;
  Steps steps() const;
};

// Each corner gets to the next by one straight or one diagonal line. Adds a corner, and drops
// the one before where it lies on the way.
void extend(CellRoute& walk, const Cell& next);
// As extend, for a cell that takes a diagonal line and then a straight one.
void extend_bent(CellRoute& walk, const Cell& next);

class GridPlanner {
 public:
  // Keeps scratch between queries; one object per thread. The grid must outlive it.
  explicit GridPlanner(const Grid& grid) : grid_(grid) {}
  virtual ~GridPlanner() = default;

  // The ends are cells of the grid. Blocked ends (the start is tested first) and no path: length
  // and lower bound infinite. Equal free ends: found, length 0, no segment. The path runs
  // through centres of cells; a segment is a maximal straight run. `explored`: gets the indices of
  // cells expanded, in order; cells of an abstract graph by the cell they stand for.
  GridPath find(const Cell& start, const Cell& goal, const Frame& frame,
                std::vector<std::uint32_t>* explored = nullptr);

 protected:
  // Ends are free and differ. False: there is no path.
  virtual bool search(const Cell& start, const Cell& goal, CellRoute& walk, SearchStats& stats) = 0;
  // Whether every path found is shortest.
  virtual bool exact() const = 0;

  void note(std::uint32_t i) {
    if (explored_) explored_->push_back(i);
  }

  std::vector<std::uint32_t>* explored() const { return explored_; }

  const Grid& grid_;

 private:
  std::vector<std::uint32_t>* explored_ = nullptr;
};

}  // namespace clearway
