// The nodes of the search for discs, and which of them are open.
#pragma once

#include <algorithm>

#include "node.hpp"
#include "open_nodes.hpp"
#include "query.hpp"

namespace clearway {

class DiscTree {
 public:
  DiscTree(const DiscQuery& query, const DiscRoots& roots) : query_(query), roots_(roots) {}
  // Removes all nodes. Only paths shorter than `max_length` are of interest.
  void begin(const Point& start, double max_length);

  const DiscNode& operator[](SearchNodeId node) const { return nodes_[node]; }
  // Adds an open node, unless a path that is as short as `f`, the lower bound on every path through
  // it, is known.
  void push(const DiscNode& node, double f) {
    if (f >= open_.known_length()) return;
    f = std::max(f, floor_);
    const SearchNodeId id = nodes_.end_id();
    nodes_.push_back(node);
    if (open_.is_greedy()) f = open_.weighted(f, cost_behind(id));
    if (node.kind() == DiscNode::goal)
      open_.push_arrival(id, f);
    else
      open_.push(id, f);
    ++query_.stats->generated;
  }
  // The same for a path to the only goal, which is legal and shorter than the known one.
  void push_known(const DiscNode& node) {
    const SearchNodeId id = nodes_.end_id();
    push(node, node.cost());
    open_.set_known(id, node.cost());
  }
  double known_length() const { return open_.known_length(); }

  // As the functions of WedgeSearch. expand(node) expands a wedge or a contact.
  template <class Expand>
  double run_until(std::size_t open_goals, std::uint64_t max_expansions, Expand expand) {
    constexpr std::uint32_t work = 8;  // of an expansion, in units of check_interrupt()
    return open_.run_until(
        open_goals, max_expansions, *query_.goals, *query_.stats, work,
        [this](SearchNodeId id) {
          if (!query_.goals->is_settled(nodes_[id].goal_id())) settle(id);
        },
        [&](SearchNodeId id, double estimate) {
          if (!open_.is_greedy()) floor_ = estimate;
          const DiscNode node = nodes_[id];
          expand(node);
        });
  }
  // Raises the estimates of the open nodes, other than arrivals, to estimate(node), where that is
  // higher. Not in greedy mode.
  template <class Estimate>
  void estimate_again(Estimate estimate) {
    open_.estimate_again(floor_, [&](const Entry<SearchNodeId>& e) {
      return std::max(e.estimate, estimate(nodes_[e.item]));
    });
  }
  bool accept_known_path();
  void switch_to_greedy();
  // As BucketQueue::order_exactly().
  void order_exactly() { open_.order_exactly(); }

 private:
  double cost_behind(SearchNodeId node) const { return roots_[nodes_[node].root()].cost; }
  bool settle(SearchNodeId node);

  const DiscQuery& query_;
  const DiscRoots& roots_;
  IdVector<SearchNodeId, DiscNode> nodes_;
  OpenNodes open_;
  double floor_ = 0.0;  // estimate of the node being expanded
};

}  // namespace clearway
