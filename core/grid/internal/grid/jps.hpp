// Planner "jps": jump point search, exact. Rows and columns are scanned as words of bits; along a
// diagonal the jump points on both sides are collected at once, without a node where the path
// turns.
//
// Without corner cutting, a straight run has a jump point at a cell whose side neighbour is free
// and whose diagonal neighbour behind it is blocked; diagonal runs have no jump points of their
// own. With corner cutting, a straight run has one at a cell whose side neighbour is blocked and
// whose diagonal neighbour ahead can be entered; a diagonal run has one beside a blocked cell that
// it has just passed (Harabor and Grastien 2011).
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"
#include "grid/steps.hpp"

namespace clearway {

class JumpPointSearch final : public GridPlanner {
 public:
  using GridPlanner::GridPlanner;
  // Bytes for each cell of scratch, kept by each querying thread.
  static constexpr std::size_t scratch_per_cell = 20;

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) override;
  bool exact() const override { return true; }

 private:
  struct Node {
    Steps steps;           // from the start
    std::uint32_t parent;  // a diagonal line and then a straight one lead here from it
    std::uint32_t query;
    std::uint8_t todo;  // directions to scan from here, as bits
    std::uint8_t done;  // directions scanned with these steps
  };
  struct Open {
    double estimate;
    std::uint32_t cell;
    std::uint32_t left;  // straight steps of the heuristic; breaks ties, the nearest first
  };
  // Where a scan ends: how many cells ahead, and the directions to continue in; 0: no jump point.
  struct Jump {
    std::uint32_t steps = 0;
    std::uint8_t directions = 0;
  };

  // `i`: the index of `from` in the bitmap by rows, or by columns for south and north.
  template <unsigned direction, bool is_cutting>
  Jump straight(const Cell& from, std::uint32_t i) const;
  template <unsigned direction, bool is_cutting>
  void scan(const Cell& from, std::uint32_t i, const Steps& steps, std::uint32_t parent);
  // From the node with index `i`, at `from` and `steps` from the start.
  template <unsigned direction, bool is_cutting>
  void diagonal(const Cell& from, std::uint32_t i, const Steps& steps);
  template <bool is_cutting>
  void expand(unsigned direction, const Cell& from, std::uint32_t i, const Steps& steps);
  void reach(const Cell& to, const Steps& steps, std::uint32_t parent, std::uint8_t directions);

  std::vector<Node> nodes_;
  std::vector<Open> open_;
  std::uint32_t query_ = 0;
  Cell goal_;
  SearchStats* stats_ = nullptr;
};

}  // namespace clearway
