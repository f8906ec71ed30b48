// Planner "hpa*": square clusters, a graph of their entrances, a search in it, and a path through
// each cluster (Vinther 2015, 4.3.2; Botea, Mueller and Schaeffer 2004). Not exact: the path goes
// through chosen cells of the entrances. It finds a path wherever there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "clearway/grid/abstraction.hpp"
#include "clearway/grid/box_search.hpp"
#include "clearway/grid/planner.hpp"

namespace clearway {

// Entrances: maximal runs of pairs of free cells across a border of two clusters. One of up
// to 5 pairs has its middle pair marked, a wider one its first and its last.
class ClusterGraph final : public GridAbstraction {
 public:
  static constexpr std::int32_t widest_single_entrance = 5;
  static constexpr std::int32_t min_cluster = 2, max_cluster = 255;
  static constexpr std::uint16_t apart = 0xffff;

  struct Weight {  // of the shortest way inside the cluster; straight == apart: there is none
    std::uint16_t straight = apart, diagonal = 0;
  };
  struct Cluster {
    std::vector<std::uint32_t> cells;  // marked cells, ascending, as indices of the grid
    std::vector<std::uint8_t> links;   // directions in which a marked partner lies, as bits
    std::vector<Weight> weights;       // between cells: rows by columns
  };

  // Builds it. `size`: side of a cluster, min_cluster to max_cluster, else InvalidInput.
  ClusterGraph(const Grid& grid, std::int32_t size);

  void touch(const CellBox& changed) override;
  bool stale() const override { return !dirty_.empty(); }
  void repair() override;
  std::size_t bytes() const override;
  // Clusters measured again by the last repair.
  std::size_t repaired() const { return repaired_; }

  std::uint32_t cluster_of(const Cell& c) const {
    return static_cast<std::uint32_t>(c.y / size_ * columns_ + c.x / size_);
  }
  const Cluster& cluster(std::uint32_t number) const { return clusters_[number]; }
  // The cluster on the other side of a border.
  std::uint32_t beside(std::uint32_t number, unsigned direction) const {
    return number +
           static_cast<std::uint32_t>(direction_y[direction] * columns_ + direction_x[direction]);
  }
  // Marked cells a cluster can have: entrances of one cell, blocked ones between them.
  std::uint32_t most_marked() const { return 4 * static_cast<std::uint32_t>((size_ + 1) / 2); }
  std::size_t count() const { return clusters_.size(); }
  CellBox box(std::uint32_t number) const;

 private:
  void mark(std::uint32_t number, Cluster& out) const;
  void measure(std::uint32_t number);

  const Grid& grid_;
  std::int32_t size_, columns_, rows_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> dirty_;  // clusters with changed cells
  std::size_t repaired_ = 0;
  BoxSearch search_;
};

class HierarchicalSearch final : public GridPlanner {
 public:
  // The graph must outlive it, and be fresh when it is asked.
  HierarchicalSearch(const Grid& grid, const ClusterGraph& graph, bool is_smooth)
      : GridPlanner(grid), graph_(graph), box_(grid), is_smooth_(is_smooth) {}
  // Bytes of scratch for each marked cell that clusters can have, kept by each querying thread.
  static constexpr std::size_t scratch_per_marked = 20;

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& walk, SearchStats& stats) override;
  bool exact() const override { return false; }

 private:
  // Numbered cluster by cluster, so that those of a cluster lie together; then the two ends.
  struct Node {
    Steps steps;
    std::uint32_t parent, query;
    bool is_closed;
    bool is_inside;  // reached inside its cluster: from there a way goes on over a border only
  };
  static_assert(sizeof(Node) == scratch_per_marked);

  void reach(std::uint32_t i, const Cell& to, const Steps& steps, std::uint32_t parent,
             bool is_inside);
  void expand(std::uint32_t i);
  Cell cell_of(std::uint32_t i) const;

  const ClusterGraph& graph_;
  BoxSearch box_;
  bool is_smooth_;
  std::vector<Node> nodes_;
  // A heap, the least first: estimates above that of the start, rounded down to multiples of
  // 2^-8 and at most 2^24, times 2^32, and nodes. What the rounding puts in the wrong order is
  // opened again.
  std::vector<std::uint64_t> open_;
  double least_ = 0.0;
  // Ways from the ends to the marked cells of their clusters, and to each other inside one.
  std::vector<ClusterGraph::Weight> from_start_, to_goal_;
  ClusterGraph::Weight direct_;
  std::uint32_t query_ = 0;
  std::uint32_t most_ = 0, source_ = 0, target_ = 0;  // marked cells a cluster; nodes of the ends
  Cell start_, goal_;
  SearchStats* stats_ = nullptr;
};

}  // namespace clearway
