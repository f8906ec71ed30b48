// The open nodes of a wedge search in the order in which they are expanded, and the best known path
// to its only goal.
//
// Nodes that reach a goal are kept apart, ordered exactly: one is settled as soon as no other open
// node has a lower estimate. All others are in buckets (planners/common/bucket_queue.hpp). In
// greedy mode the estimate of a node is weighted: the cost behind its root plus greedy_weight times
// the rest.
#pragma once

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "planners/common/bucket_queue.hpp"
#include "wedge_search.hpp"

namespace clearway {

class OpenNodes {
 public:
  // Removes all nodes and the known path. No later estimate is below `least`; only paths shorter
  // than `max_length` are of interest.
  void begin(double least, double max_length) {
    queue_.begin(least);
    arrivals_.clear();
    weight_ = 1.0;
    known_length_ = max_length;
    known_node_ = none;
  }

  bool is_greedy() const { return weight_ != 1.0; }
  // The estimate in greedy mode of a node whose root has the cost `behind`.
  double weighted(double estimate, double behind) const {
    return behind + weight_ * (estimate - behind);
  }

  void push(SearchNodeId node, double estimate) { queue_.push({estimate, node}); }
  void push_arrival(SearchNodeId node, double estimate) { arrivals_.push({estimate, node}); }
  bool has_arrivals() const { return !arrivals_.empty(); }
  SearchNodeId pop_arrival() { return arrivals_.pop().item; }
  // As BucketQueue::order_exactly().
  void order_exactly() { queue_.order_exactly(); }

  // Nodes whose estimate is not below this length are not needed.
  double known_length() const { return known_length_; }
  // The last node of the known path; none if there is no such path.
  SearchNodeId known_node() const { return known_node_; }
  void set_known(SearchNodeId node, double length) {
    known_node_ = node;
    known_length_ = length;
  }

  // Weights all estimates from now on. behind(node): the cost of the node's root. `least`: no
  // weighted estimate is lower; weighted estimates can be lower than those popped so far.
  template <class Behind>
  void switch_to_greedy(double least, Behind behind) {
    weight_ = greedy_weight;
    const auto key = [&](const Entry<SearchNodeId>& e) {
      return weighted(e.estimate, behind(e.item));
    };
    queue_.reorder(key, least, BucketQueue::coarse);
    arrivals_.reorder(key);
  }

  // Gives every node that reaches no goal the estimate key(entry), none below `least`.
  template <class Key>
  void estimate_again(double least, Key key) {
    queue_.reorder(key, least, BucketQueue::fine);
  }

  // WedgeSearch::run_until(). settle(node) settles the goal of a node, if it is still open;
  // expand(node, estimate) expands any other node and counts it. `work`: of one expansion, in units
  // of check_interrupt().
  template <class Settle, class Expand>
  double run_until(std::size_t open_goals, std::uint64_t max_expansions, const Goals& goals,
                   const SearchStats& stats, std::uint32_t work, Settle settle, Expand expand) {
    for (;;) {
      const double floor = queue_.floor();
      while (goals.open() > open_goals && !arrivals_.empty() && arrivals_.top().estimate <= floor)
        settle(arrivals_.pop().item);
      if (goals.open() <= open_goals) return 0.0;
      if (floor == infinity) return infinity;
      if (stats.expanded >= max_expansions) return floor;
      check_interrupt(work);  // may throw: before the node leaves the queue
      const Entry<SearchNodeId> top = queue_.pop();
      if (top.estimate >= known_length_ && !is_greedy()) continue;
      expand(top.item, top.estimate);
    }
  }

 private:
  BucketQueue queue_;            // wedges, bends and contacts
  Heap<SearchNodeId> arrivals_;  // nodes that reach a goal
  double weight_ = 1.0;          // of the heuristic
  double known_length_ = 0.0;
  SearchNodeId known_node_ = none;
};

}  // namespace clearway
