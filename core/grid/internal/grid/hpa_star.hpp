// Planner "hpa*" (Botea, Mueller and Schaeffer 2004; Vinther 2015, 4.3.2): a search over the graph
// of cluster entrances, then a path through each cluster. Not exact: the path goes through the
// marked cells of the entrances. It finds a path wherever there is one.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"
#include "grid/box_search.hpp"
#include "grid/cluster_graph.hpp"

namespace clearway {

class HierarchicalSearch final : public GridPlanner {
 public:
  // The graph must outlive it, and be up to date when a path is searched.
  HierarchicalSearch(const Grid& grid, const ClusterGraph& graph, bool is_smooth)
      : GridPlanner(grid), graph_(graph), box_(grid), is_smooth_(is_smooth) {}
  // Bytes of scratch for each marked cell that clusters can have, kept by each querying thread.
  static constexpr std::size_t scratch_per_marked = 20;

  // The path over the graph alone, between different free cells: `subgoals` receives the first cell
  // in each cluster that it enters, then the goal; `steps` its length. False: there is no path.
  bool find_subgoals(const Cell& start, const Cell& goal, std::vector<Cell>& subgoals, Steps& steps,
                     SearchStats& stats);

 protected:
  bool search(const Cell& start, const Cell& goal, CellRoute& walk, SearchStats& stats) override;
  bool exact() const override { return false; }

 private:
  // Marked cells, numbered cluster by cluster so that those of a cluster lie together; then the two
  // ends.
  struct Node {
    Steps steps;
    std::uint32_t parent, query;
    bool is_closed;
    bool is_inside;  // reached inside its cluster: from there a path continues over a border only
  };
  static_assert(sizeof(Node) == scratch_per_marked);

  // The nodes of a shortest path over the graph, the goal first; empty if there is none.
  std::vector<std::uint32_t> find_chain(const Cell& start, const Cell& goal, SearchStats& stats);
  void reach(std::uint32_t i, const Cell& to, const Steps& steps, std::uint32_t parent,
             bool is_inside);
  void expand(std::uint32_t i);
  Cell cell_of(std::uint32_t i) const;

  const ClusterGraph& graph_;
  BoxSearch box_;
  bool is_smooth_;
  std::vector<Node> nodes_;
  // A heap of estimate_key, the least first. If rounding leads to a wrong order, nodes are opened
  // again.
  std::vector<std::uint64_t> open_;
  double least_ = 0.0;
  // From the ends to the marked cells of their clusters, and to each other inside one cluster.
  std::vector<ClusterGraph::Weight> from_start_, to_goal_;
  ClusterGraph::Weight direct_;
  std::uint32_t query_ = 0;
  std::uint32_t most_ = 0, source_ = 0, target_ = 0;  // marked cells per cluster; nodes of the ends
  Cell start_, goal_;
  SearchStats* stats_ = nullptr;
};

}  // namespace clearway
