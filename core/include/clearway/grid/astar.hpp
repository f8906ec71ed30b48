// Planners "dijkstra" and "a*": the search over cells, without and with the octile heuristic.
// Exact.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"

namespace clearway {

// An open list in buckets an eighth of a step wide. An entry is never more than `span` steps
// beyond the least, so the buckets are a ring; inside a bucket the last in is first out.
class StepBuckets {
 public:
  void clear(double least);
  bool empty() const { return occupied_ == 0; }
  void push(std::uint32_t item, double key);
  // Goes on to the first bucket with an entry; returns its lower bound.
  double advance();
  std::uint32_t pop();

  static constexpr double span = 4.0;

 private:
  static constexpr double per_step_ = 8.0;
  static constexpr std::uint64_t ring_ = 64;

  std::vector<std::uint32_t> buckets_[ring_];
  std::uint64_t occupied_ = 0, now_ = 0;  // bits of buckets with entries; number of the first
};

class GridAStar final : public GridPlanner {
 public:
  GridAStar(const Grid& grid, bool has_heuristic)
      : GridPlanner(grid), has_heuristic_(has_heuristic) {}
  // Bytes for each cell of scratch, kept by each thread that asks.
  static constexpr std::size_t scratch_per_cell = 12;

 protected:
  bool search(const Cell& start, const Cell& goal, Walk& walk, SearchStats& stats) override;
  bool exact() const override { return true; }

 private:
  struct Node {
    Steps steps;         // from the start
    std::uint32_t mark;  // query * 16 + closed * 8 + direction of the step that led here
  };

  template <bool has_heuristic>
  bool run(const Cell& start, const Cell& goal, SearchStats& stats);

  bool has_heuristic_;
  std::vector<Node> nodes_;
  StepBuckets open_;
  std::uint32_t query_ = 0;
};

}  // namespace clearway
