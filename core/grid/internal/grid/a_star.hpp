// Planners "dijkstra" and "a*": the search over cells, without and with the octile heuristic.
// Exact.
#pragma once

#include "clearway/grid/planner.hpp"
#include "grid/cell_search.hpp"

namespace clearway {

class GridAStar final : public GridPlanner {
 public:
  GridAStar(const Grid& grid, bool has_heuristic)
      : GridPlanner(grid), has_heuristic_(has_heuristic), cells_(grid) {}

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) override;
  bool exact() const override { return true; }

 private:
  bool has_heuristic_;
  CellSearch cells_;
};

}  // namespace clearway
