// The common part of all planners on a grid: ends, answers, expanded cells.
// session/grid_planners.hpp creates the planners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clearway/grid/cell.hpp"
#include "clearway/grid/grid.hpp"
#include "clearway/grid/path.hpp"

namespace clearway {

struct CellRoute;

// The data that a planner prepares from a grid and keeps. It is notified of every change, and
// repaired before the next query where cells have changed.
class GridAbstraction {
 public:
  virtual ~GridAbstraction() = default;
  // Cells of this box have changed. Cheap; the abstraction is stale until repair().
  virtual void touch(const CellBox& changed) = 0;
  virtual bool stale() const = 0;
  virtual void repair() = 0;
  virtual std::size_t bytes() const = 0;
};

class GridPlanner {
 public:
  // Keeps scratch between queries; one object per thread. The grid must outlive it.
  explicit GridPlanner(const Grid& grid) : grid_(grid) {}
  virtual ~GridPlanner() = default;

  // The ends are cells of the grid. If an end is blocked (the start is tested first), or there is
  // no path, length and lower bound are infinite. Equal free ends: found, length 0, no segment. The
  // path runs through centres of cells; a segment is a maximal straight run. `explored` receives
  // the indices of the expanded cells, in order; a node of an abstract graph as the cell that it
  // represents.
  GridPath find(const Cell& start, const Cell& goal, const Frame& frame,
                std::vector<std::uint32_t>* explored = nullptr);
  // The heuristic of the following queries, all of which have the same goal: an estimate of the
  // rest of a path for every cell, row by row, in steps, finite and not negative. It must outlive
  // them. Empty: the planner's own. Planners other than "a*" ignore it.
  virtual void set_estimates(std::span<const double>) {}

 protected:
  // The ends are free and differ. False: there is no path. True: `route`, empty before, is the
  // path.
  virtual bool search(const Cell& start, const Cell& goal, CellRoute& route,
                      SearchStats& stats) = 0;
  // Whether every path found is shortest.
  virtual bool exact() const = 0;

  // Reports an expanded cell.
  void note(std::uint32_t i) {
    if (explored_) explored_->push_back(i);
  }
  std::vector<std::uint32_t>* explored() const { return explored_; }

  const Grid& grid_;

 private:
  std::vector<std::uint32_t>* explored_ = nullptr;
};

}  // namespace clearway
