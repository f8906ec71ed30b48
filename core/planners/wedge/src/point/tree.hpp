// The search tree of the search for points: its roots, its nodes, and which of them are open.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "nodes.hpp"
#include "open_nodes.hpp"
#include "planners/common/goals.hpp"

namespace clearway {

class PointTree {
 public:
  static constexpr PointRootId start_root{0};

  // A tree whose first roots are the starts, in this order: its sources. Goals and statistics must
  // outlive the query.
  void begin(std::span<const LocatedPoint> starts, Goals& goals, SearchStats& stats);
  // Adds another source, before any other root.
  PointRootId add_source(const Point& at, double cost) {
    ++sources_;
    return add_root(at, cost, none, none);
  }
  bool is_source(PointRootId root) const { return root.number() < sources_; }
  Index sources() const { return sources_; }

  const PointRoots& roots() const { return roots_; }
  const PointNodes& nodes() const { return nodes_; }
  const PointRoot& root(PointRootId id) const { return roots_[id]; }
  PointNode& node(SearchNodeId id) { return nodes_[id]; }
  PointRootId add_root(const Point& at, double cost, PointRootId parent, VertexId corner) {
    const PointRootId id = roots_.end_id();
    roots_.push_back(
        {at, cost, has_many_goals_ ? 0.0 : length(at, (*goals_)[GoalId(0)]), parent, corner});
    return id;
  }

  // Adds a node that is not open: a wedge that may be opened later.
  SearchNodeId add(const PointNode& node) {
    const SearchNodeId id = nodes_.end_id();
    nodes_.push_back(node);
    return id;
  }
  // Opens a node that has been added. `f`: a lower bound on every path through it.
  void open(SearchNodeId node, double f) {
    if (open_.is_greedy()) f = open_.weighted(f, cost_behind(node));
    if (nodes_[node].kind == PointNode::goal)
      open_.push_arrival(node, f);
    else
      open_.push(node, f);
    ++stats_->generated;
  }
  // Adds an open node, unless a path that is as short is known.
  void push(const PointNode& node, double f) {
    if (f >= open_.known_length()) return;
    const SearchNodeId id = add(node);
    if (node.kind == PointNode::goal && !has_many_goals_) open_.set_known(id, f);
    open(id, f);
  }
  // Adds the straight line from the root to a goal, which is in the triangle of `step`. `end`: the
  // goal, or the point of it that is reached.
  void push_goal(GoalId goal, const Point& end, HalfEdgeId step, PointRootId root,
                 SearchNodeId parent);

  double known_length() const { return open_.known_length(); }
  bool has_known_path() const { return open_.known_node() != none; }
  // As the functions of WedgeSearch. expand(node) expands a wedge or a bend.
  template <class Expand>
  double run_until(std::size_t open_goals, std::uint64_t max_expansions, Expand expand) {
    constexpr std::uint32_t work = 4;  // of an expansion, in units of check_interrupt()
    return open_.run_until(
        open_goals, max_expansions, *goals_, *stats_, work,
        [this](SearchNodeId id) {
          if (!goals_->is_settled(nodes_[id].goal_id)) settle(id);
        },
        [&](SearchNodeId id, double) { expand(id); });
  }
  bool accept_known_path();
  void switch_to_greedy();

 private:
  double cost_behind(SearchNodeId node) const { return roots_[nodes_[node].root].cost; }
  void settle(SearchNodeId node);

  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  bool has_many_goals_ = false;
  Index sources_ = 0;
  PointRoots roots_;
  PointNodes nodes_;
  IdVector<GoalEndId, Point> goal_ends_;  // of goal nodes whose goals are segments
  OpenNodes open_;
};

}  // namespace clearway
