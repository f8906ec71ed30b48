// Pruned Dijkstra searches (Akiba et al. 2013): shortest paths from a root to the corners whose
// distance the labels do not know yet.
#pragma once

#include <limits>
#include <vector>

#include "base/heap.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "corner_graph.hpp"

namespace clearway {

// A label while it grows: hubs in the order in which they were chosen, numbered in that order. That
// of a hub itself is its last, at distance 0.
struct GrowingLabel {
  double distance;
  Index hub;
  Index next;  // the corner after this one on the way to the hub, as numbered by the graph
};
using GrowingLabels = std::vector<std::vector<GrowingLabel>>;  // by corner

class PrunedSearch {
 public:
  explicit PrunedSearch(const CornerGraph& graph)
      : graph_(graph), cost_(graph.size(), infinity), parent_(graph.size(), none) {}

  // Calls settle(corner, distance, parent) for the root (parent none) and for each corner that it
  // reaches at less than the distance by labels, in order of distance. Corners behind others are
  // not visited unless they are reached by another path.
  template <class Settle>
  void run(Index root, const GrowingLabels& labels, Settle&& settle) {
    clear();
    to_hub_.resize(std::max<std::size_t>(to_hub_.size(), graph_.size()), infinity);
    for (const GrowingLabel& l : labels[root]) to_hub_[l.hub] = l.distance;
    hubs_ = &labels[root];
    relax(root, 0, none);
    while (!heap_.empty()) {
      const Entry<Index> top = heap_.pop();
      const Index c = top.item;
      check_interrupt();
      if (top.estimate > cost_[c]) continue;
      if (is_known(labels[c], top.estimate)) continue;
      const Index parent = parent_[c];
      settle(c, top.estimate, parent);
      graph_.for_each_successor(
          c, parent, [&](Index other, double length) { relax(other, top.estimate + length, c); });
    }
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  bool is_known(const std::vector<GrowingLabel>& label, double cost) const {
    // Every path to a hub is known. (Rounding may deny it, by the order of summation.)
    if (!label.empty() && label.back().distance == 0) return true;
    const double tie = cost * (1 + tolerance::cost_tie);
    for (const GrowingLabel& l : label)
      if (to_hub_[l.hub] + l.distance <= tie) return true;
    return false;
  }
  void relax(Index c, double cost, Index parent) {
    if (cost >= cost_[c]) return;
    if (cost_[c] == infinity) touched_.push_back(c);
    cost_[c] = cost;
    parent_[c] = parent;
    heap_.push({cost, c});
  }
  // Also after a search that an exception has ended.
  void clear() {
    for (const Index c : touched_) cost_[c] = infinity;
    touched_.clear();
    heap_.clear();
    if (hubs_)
      for (const GrowingLabel& l : *hubs_) to_hub_[l.hub] = infinity;
    hubs_ = nullptr;
  }

  const CornerGraph& graph_;
  std::vector<double> cost_;
  std::vector<Index> parent_, touched_;
  std::vector<double> to_hub_;  // by hub: the distance from the root
  const std::vector<GrowingLabel>* hubs_ = nullptr;
  Heap<Index> heap_;
};

}  // namespace clearway
