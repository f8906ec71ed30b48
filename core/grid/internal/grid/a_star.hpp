// Planners "dijkstra" and "a*": the search over cells, without and with a heuristic. Exact, unless
// the heuristic overestimates.
#pragma once

#include "clearway/grid/planner.hpp"
#include "grid/cell_search.hpp"

namespace clearway {

class GridAStar final : public GridPlanner {
 public:
  GridAStar(const Grid& grid, Heuristic heuristic)
      : GridPlanner(grid), heuristic_(heuristic), cells_(grid) {}

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) override;
  bool exact() const override { return heuristic_ != Heuristic::manhattan; }

 private:
  Heuristic heuristic_;
  CellSearch cells_;
};

}  // namespace clearway
