// Planner "pra*": partial-refinement A* over a clique abstraction, the grid planner that Demyen
// 2007, chapter 9, compares with. The search starts at half the level at which the ends have a
// common ancestor, or at `highest` if that is lower: a higher level is faster and gives longer
// paths. Then, level by level, only the children of the path above are searched. Every step of the
// path is refined. Not exact; it finds a path wherever there is one.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"
#include "grid/cell_search.hpp"
#include "grid/clique_levels.hpp"

namespace clearway {

class PartialRefinementSearch final : public GridPlanner {
 public:
  // The levels must outlive it, and be up to date when a path is searched.
  PartialRefinementSearch(const Grid& grid, const CliqueLevels& levels, std::size_t highest,
                          bool is_smooth)
      : GridPlanner(grid),
        levels_(levels),
        cells_(grid),
        highest_(highest),
        is_smooth_(is_smooth) {}

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) override;
  bool exact() const override { return false; }

 private:
  struct Node {
    double cost = 0;
    std::uint32_t parent = 0, query = 0;
    std::uint32_t corridor = 0;  // the last query whose path visits it
    bool is_closed = false;
  };
  // Finds a path on level k >= 1 and marks it in `corridor`. Unless it is the first, it visits only
  // children of the path on the level above.
  void refine(std::size_t k, std::uint32_t from, std::uint32_t to, bool is_first,
              SearchStats& stats);

  const CliqueLevels& levels_;
  CellSearch cells_;
  std::size_t highest_;
  bool is_smooth_;
  std::vector<std::vector<Node>> nodes_;  // of levels 1, 2, ...
  // A heap of estimate_key, the least first. Rounding may expand nodes in a slightly wrong order.
  std::vector<std::uint64_t> open_;
  std::vector<std::uint32_t> from_, to_;  // the ends and their ancestors, by level
  std::uint32_t query_ = 0;
};

}  // namespace clearway
