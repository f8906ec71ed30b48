#include "tree.hpp"

namespace clearway {

void DiscTree::begin(const Point& start, double max_length) {
  nodes_.clear();
  open_.begin(query_.goals->least_distance(start), max_length);
  floor_ = 0.0;
}

// Settles the goal of a node. Returns false if its path is not legal. With one goal, nodes were
// tested when they were created.
bool DiscTree::settle(SearchNodeId id) {
  const DiscNode& node = nodes_[id];
  Goals& goals = *query_.goals;
  if (query_.has_many_goals) {
    const DiscRoot& root = roots_[node.root()];
    if (!query_.collision->line(root.circle.touch(node.direction()), node.goal_end(), root.near))
      return false;
  }
  if (goals.are_segments())
    goals.settle(node.goal_id(), id, node.goal_end());
  else
    goals.settle(node.goal_id(), id);
  return true;
}

bool DiscTree::accept_known_path() {
  if (query_.goals->are_segments()) {
    while (open_.has_arrivals())
      if (settle(open_.pop_arrival())) return true;
    return false;
  }
  if (open_.known_node() == none) return false;
  query_.goals->settle(GoalId(0), open_.known_node());
  return true;
}

void DiscTree::switch_to_greedy() {
  floor_ = 0.0;
  // No path is shorter than the straight line.
  open_.switch_to_greedy(query_.goals->least_distance(roots_[start_root].circle.center),
                         [this](SearchNodeId node) { return cost_behind(node); });
}

}  // namespace clearway
