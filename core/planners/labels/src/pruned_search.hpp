// Pruned Dijkstra searches (Akiba et al. 2013): shortest paths from a root to the corners whose
// distance the labels do not know yet.
#pragma once

#include <vector>

#include "base/heap.hpp"
#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "corner_graph.hpp"
#include "geometry/tolerances.hpp"
#include "label_table.hpp"

namespace clearway {

// A label while it grows: hubs in the order in which they were chosen, numbered in that order. That
// of a hub itself is its last, at distance 0.
struct GrowingLabel {
  double distance;
  HubId hub;
  CornerId next;  // the corner after this one on the way to the hub; itself at the hub
};
using GrowingLabels = IdVector<CornerId, std::vector<GrowingLabel>>;

class PrunedSearch {
 public:
  explicit PrunedSearch(const CornerGraph& graph)
      : graph_(graph),
        cost_(graph.size(), infinity),
        parent_(graph.size(), none),
        to_hub_(graph.size(), infinity) {}

  // Calls settle(corner, distance, parent) for the root (parent none) and for each corner that it
  // reaches at less than the distance by labels, in order of distance. Corners behind others are
  // not visited unless they are reached by another path.
  template <class Settle>
  void run(CornerId root, const GrowingLabels& labels, Settle&& settle) {
    clear();
    for (const GrowingLabel& l : labels[root]) to_hub_[l.hub] = l.distance;
    hubs_ = &labels[root];
    relax(root, 0, none);
    while (!heap_.empty()) {
      const Entry<CornerId> top = heap_.pop();
      const CornerId c = top.item;
      check_interrupt();
      if (top.estimate > cost_[c]) continue;
      if (is_known(labels[c], top.estimate)) continue;
      const CornerId parent = parent_[c];
      settle(c, top.estimate, parent);
      graph_.for_each_successor(c, parent, [&](CornerId other, double length) {
        relax(other, top.estimate + length, c);
      });
    }
  }

 private:
  bool is_known(const std::vector<GrowingLabel>& label, double cost) const {
    // Every path to a hub is known. (Rounding may deny it, by the order of summation.)
    if (!label.empty() && label.back().distance == 0) return true;
    const double tie = cost * (1 + tolerance::cost_tie);
    for (const GrowingLabel& l : label)
      if (to_hub_[l.hub] + l.distance <= tie) return true;
    return false;
  }
  void relax(CornerId c, double cost, CornerId parent) {
    if (cost >= cost_[c]) return;
    if (cost_[c] == infinity) touched_.push_back(c);
    cost_[c] = cost;
    parent_[c] = parent;
    heap_.push({cost, c});
  }
  // Also after a search that an exception has ended.
  void clear() {
    for (const CornerId c : touched_) cost_[c] = infinity;
    touched_.clear();
    heap_.clear();
    if (hubs_)
      for (const GrowingLabel& l : *hubs_) to_hub_[l.hub] = infinity;
    hubs_ = nullptr;
  }

  const CornerGraph& graph_;
  IdVector<CornerId, double> cost_;
  IdVector<CornerId, CornerId> parent_;
  std::vector<CornerId> touched_;   // corners with a cost
  IdVector<HubId, double> to_hub_;  // the distance from the root
  const std::vector<GrowingLabel>* hubs_ = nullptr;
  Heap<CornerId> heap_;
};

}  // namespace clearway
