// Clique abstraction of a grid, for planner "pra*" (Sturtevant and Buro 2005). Level 0 is the free
// cells. The nodes of a level are grouped into cliques of up to four (all neighbours of each
// other), each a node of the level above; nodes with one neighbour join its clique. Two nodes are
// neighbours when any of their children are. Levels end where no node has a neighbour: two cells
// are connected if and only if they have a common ancestor.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"

namespace clearway {

class CliqueLevels final : public GridAbstraction {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  struct Node {
    std::uint32_t parent = none;  // none: a root, or a free slot
    std::uint32_t cell = none;    // one of its cells, as a representative; none: a free slot
    float x = 0, y = 0;           // mean position of its children
    std::vector<std::uint32_t> neighbours;
  };

  explicit CliqueLevels(const Grid& grid);

  void touch(const CellBox& changed) override;
  bool stale() const override { return !boxes_.empty(); }
  void repair() override;
  std::size_t bytes() const override;
  // Nodes made by the last repair, over all levels.
  std::size_t made() const { return made_; }

  // Levels above the cells; level k, from 1 on.
  std::size_t height() const { return levels_.size(); }
  const std::vector<Node>& level(std::size_t k) const { return levels_[k - 1].nodes; }
  std::uint32_t parent(std::size_t k, std::uint32_t node) const {
    return k == 0 ? cells_[node] : levels_[k - 1].nodes[node].parent;
  }
  const std::vector<std::uint32_t>& parents_of_cells() const { return cells_; }

 private:
  struct Level {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> slots;  // free ones
  };
  // The nodes that a repair has to process on one level.
  struct Work {
    std::vector<std::uint32_t> changed;       // nodes that are new or whose neighbours changed
    std::vector<std::uint32_t> dead_parents;  // of removed nodes
  };

  void build();
  void climb(Work work);
  Work regroup(std::size_t k, const Work& work);
  void gather(std::size_t k, const std::vector<std::uint32_t>& loose,
              std::vector<std::uint32_t>& groups);
  std::uint32_t group(std::size_t k, const std::uint32_t* nodes, std::size_t count);
  bool adjacent(std::size_t k, std::uint32_t a, std::uint32_t b) const;
  template <class F>
  void each_neighbour(std::size_t k, std::uint32_t node, F&& visit) const;
  std::uint32_t& parent_of(std::size_t k, std::uint32_t node) {
    return k == 0 ? cells_[node] : levels_[k - 1].nodes[node].parent;
  }

  const Grid& grid_;
  std::vector<std::uint32_t> cells_;  // parents of cells
  std::vector<Level> levels_;
  std::vector<CellBox> boxes_;  // changed since the last repair
  std::size_t built_height_ = 0, made_ = 0;
};

}  // namespace clearway
