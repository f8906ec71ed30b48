#include "tree.hpp"

namespace clearway {

void PointTree::begin(std::span<const LocatedPoint> starts, Goals& goals, SearchStats& stats) {
  goals_ = &goals;
  stats_ = &stats;
  has_many_goals_ = goals.are_many();
  roots_.clear();
  nodes_.clear();
  goal_ends_.clear();
  sources_ = 0;
  for (const LocatedPoint& start : starts) add_source(start.point, 0.0);
  open_.begin(goals.least_distance(starts[0].point), std::numeric_limits<double>::infinity());
}

void PointTree::push_goal(GoalId goal, const Point& end, HalfEdgeId step, PointRootId root,
                          SearchNodeId parent) {
  GoalEndId goal_end = none;
  if (goals_->are_segments()) {
    goal_end = goal_ends_.end_id();
    goal_ends_.push_back(end);
  }
  push({.goal_id = goal,
        .goal_end = goal_end,
        .left_end = none,
        .right_end = none,
        .first = step,
        .last = step,
        .root = root,
        .parent = parent,
        .kind = PointNode::goal,
        .is_left_on = false,
        .is_right_on = false},
       roots_[root].cost + length(roots_[root].at, end));
}

void PointTree::settle(SearchNodeId id) {
  const PointNode& node = nodes_[id];
  if (goals_->are_segments())
    goals_->settle(node.goal_id, id, goal_ends_[node.goal_end]);
  else
    goals_->settle(node.goal_id, id);
}

bool PointTree::accept_known_path() {
  if (goals_->are_segments()) {
    if (!open_.has_arrivals()) return false;
    settle(open_.pop_arrival());
    return true;
  }
  if (!has_known_path()) return false;
  goals_->settle(GoalId(0), open_.known_node());
  return true;
}

void PointTree::switch_to_greedy() {
  // No path is shorter than the straight line.
  open_.switch_to_greedy(goals_->least_distance(roots_[start_root].at),
                         [this](SearchNodeId node) { return cost_behind(node); });
}

}  // namespace clearway
