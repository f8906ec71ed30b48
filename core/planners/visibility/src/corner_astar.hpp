// A* over corners: costs, parents and the open list. Its user says which corners follow a corner.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/heap.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "clearway/world/world.hpp"
#include "visibility/corners.hpp"

namespace clearway {

// Nodes are the corners and the goal, which has the id after that of the last corner. The
// heuristic is the straight distance to the goal, which is consistent: the first path popped at the
// goal is a shortest path.
class CornerAStar {
 public:
  // Begins a query. The corners and the stats must outlive it. `explored` receives the corners that
  // are expanded, in this order; null: they are not reported.
  void begin(const Corners& corners, const Point& start, const Point& goal, SearchStats& stats,
             std::vector<ExpandedCorner>* explored) {
    corners_ = &corners;
    explored_ = explored;
    start_ = start;
    goal_ = goal;
    stats_ = &stats;
    nodes_.resize(corners.size() + 1, Node{0, none, 0, 0});
    if (++query_ == 0) {
      for (Node& n : nodes_) n.query = n.sees_goal = 0;
      query_ = 1;
    }
    heap_.clear();
  }

  CornerId goal_node() const { return corners_->all().end_id(); }
  const Point& goal() const { return goal_; }
  void mark_sees_goal(CornerId corner) { nodes_[corner].sees_goal = query_; }
  bool sees_goal(CornerId corner) const { return nodes_[corner].sees_goal == query_; }

  Point at(CornerId node) const { return node == goal_node() ? goal_ : (*corners_)[node].at; }
  // The point before the node on the cheapest known path to it.
  Point predecessor(CornerId node) const {
    const CornerId p = nodes_[node].parent;
    return p == none ? start_ : (*corners_)[p].at;
  }

  // Considers the path that reaches `node` straight from `parent` (none: from the start).
  void relax(CornerId node, CornerId parent) {
    const Point from = parent == none ? start_ : (*corners_)[parent].at;
    const Point to = at(node);
    const double cost = (parent == none ? 0.0 : nodes_[parent].cost) + length(from, to);
    Node& n = nodes_[node];
    if (n.query == query_ && n.cost <= cost) return;
    n.cost = cost;
    n.parent = parent;
    n.query = query_;
    ++stats_->generated;
    check_interrupt();
    heap_.push({cost + length(to, goal_), node});
  }

  // Pops the next node to expand. The goal node ends the search; none: there is no path.
  CornerId pop() {
    while (!heap_.empty()) {
      check_interrupt();
      const Entry<CornerId> top = heap_.pop();
      // Skips entries for which a cheaper path has been found since.
      if (top.estimate > nodes_[top.item].cost + length(at(top.item), goal_)) continue;
      if (top.item != goal_node()) {
        ++stats_->expanded;
        if (explored_) [[unlikely]]
          explored_->push_back({predecessor(top.item), at(top.item)});
      }
      return top.item;
    }
    return none;
  }

  // The corners of the path to the goal, with both ends; equal consecutive points once.
  std::vector<Point> polyline() const {
    std::vector<Point> points;
    for (CornerId n = goal_node(); n != none; n = nodes_[n].parent)
      if (points.empty() || points.back() != at(n)) points.push_back(at(n));
    if (points.back() != start_) points.push_back(start_);
    std::reverse(points.begin(), points.end());
    return points;
  }

 private:
  struct Node {
    double cost;
    CornerId parent;
    std::uint32_t query,
        sees_goal;  // the last query in which it was reached, in which it sees the goal
  };
  static double length(const Point& a, const Point& b) {
    const double dx = a.x - b.x, dy = a.y - b.y;
    return std::sqrt(dx * dx + dy * dy);
  }
  const Corners* corners_ = nullptr;
  Point start_, goal_;
  SearchStats* stats_ = nullptr;
  std::vector<ExpandedCorner>* explored_ = nullptr;
  IdVector<CornerId, Node> nodes_;
  Heap<CornerId> heap_;
  std::uint32_t query_ = 0;
};

}  // namespace clearway
