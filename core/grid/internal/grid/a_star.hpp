// Planners "dijkstra" and "a*": the search over cells, without and with a heuristic. Exact, unless
// the heuristic overestimates or is not known to be below the length of the path.
#pragma once

#include <span>

#include "clearway/grid/planner.hpp"
#include "grid/cell_search.hpp"
#include "grid/queues.hpp"

namespace clearway {

// The queue of open cells. Paths are equally long with all of them.
enum class CellQueue : std::uint8_t { buckets, binary, fibonacci, list };

class GridAStar final : public GridPlanner {
 public:
  GridAStar(const Grid& grid, Heuristic heuristic, CellQueue queue = CellQueue::buckets)
      : GridPlanner(grid), heuristic_(heuristic), queue_(queue), cells_(grid) {}

  // Replaces the heuristic until the next call: in steps, by rows of the grid. Keys are then not
  // bounded as StepBuckets needs it, so that a binary heap takes its place.
  void set_estimates(std::span<const double> by_cell) override { estimates_ = by_cell; }

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) override;
  bool exact() const override { return heuristic_ != Heuristic::manhattan && estimates_.empty(); }

 private:
  template <class Queue>
  bool run(Queue& open, const Cell& start, const Cell& goal, SearchStats& stats);

  Heuristic heuristic_;
  CellQueue queue_;
  CellSearch cells_;
  StepBuckets buckets_;
  BinaryHeap binary_;
  FibonacciHeap fibonacci_;
  UnsortedList list_;
  std::span<const double> estimates_;
};

}  // namespace clearway
