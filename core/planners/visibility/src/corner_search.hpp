// What A* over corners keeps, whoever says which corners are seen; and the frame of a query.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "base/heap.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/path/path.hpp"
#include "clearway/visibility/corners.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Corners by number; the number of corners stands for the goal.
class CornerSearch {
 public:
  void begin(const Corners& corners, const Point& start, const Point& goal, SearchStats& stats) {
    corners_ = &corners;
    start_ = start;
    goal_ = goal;
    stats_ = &stats;
    nodes_.resize(corners.size() + 1, Node{0, 0, 0, 0});
    if (++query_ == 0) {
      for (Node& n : nodes_) n.query = n.sees_goal = 0;
      query_ = 1;
    }
    heap_.clear();
  }

  Index goal_node() const { return static_cast<Index>(corners_->size()); }
  const Point& goal() const { return goal_; }
  void mark_sees_goal(Index corner) { nodes_[corner].sees_goal = query_; }
  bool sees_goal(Index corner) const { return nodes_[corner].sees_goal == query_; }

  Point at(Index node) const { return node == goal_node() ? goal_ : (*corners_)[node].at; }
  // The place from which the cheapest way known comes to the node.
  Point before(Index node) const {
    const Index p = nodes_[node].parent;
    return p == none ? start_ : (*corners_)[p].at;
  }

  // A way to `node` straight from `parent` (none: from the start).
  void relax(Index node, Index parent) {
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

  // The next node to expand; the goal's ends the search, none: there is no way.
  Index next() {
    while (!heap_.empty()) {
      check_interrupt();
      const Entry<Index> top = heap_.pop();
      // Entries that a cheaper way has overtaken are passed over.
      if (top.estimate > nodes_[top.item].cost + length(at(top.item), goal_)) continue;
      if (top.item != goal_node()) ++stats_->expanded;
      return top.item;
    }
    return none;
  }

  std::vector<Point> way() const {
    std::vector<Point> points;
    for (Index n = goal_node(); n != none; n = nodes_[n].parent)
      if (points.empty() || points.back() != at(n)) points.push_back(at(n));
    if (points.back() != start_) points.push_back(start_);
    std::reverse(points.begin(), points.end());
    return points;
  }

 private:
  struct Node {
    double cost;
    Index parent;
    std::uint32_t query, sees_goal;
  };
  static double length(const Point& a, const Point& b) {
    const double dx = a.x - b.x, dy = a.y - b.y;
    return std::sqrt(dx * dx + dy * dy);
  }
  const Corners* corners_ = nullptr;
  Point start_, goal_;
  SearchStats* stats_ = nullptr;
  std::vector<Node> nodes_;
  Heap<Index> heap_;
  std::uint32_t query_ = 0;
};

// Answers what needs no search over corners (blocked ends, equal ends, ends in sight of each
// other or in different parts of the world, ends that a wall is bent over: world/input_side.hpp)
// and returns true; or returns false, for search.
bool answer_at_once(const World& world, const Corners& corners, const Point& start,
                    const Point& goal, Path& path);

// Writes the corners of a shortest path into `path`, with the triangles it crosses.
void write_way(const World& world, const std::vector<Point>& way, Path& path);

// One query. viewer.corners_from(place, true, list) lists the corners that an end sees,
// is_useful(corner, end) says whether a path to that end may bend there, and expand(corner)
// relaxes what follows the corner.
template <class Viewer, class Useful, class Expand>
Path find_over_corners(const World& world, const Corners& corners, CornerSearch& search,
                       Viewer& viewer, const Point& start, const Point& goal, Useful&& is_useful,
                       Expand&& expand) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  if (!answer_at_once(world, corners, start, goal, path)) {
    search.begin(corners, start, goal, path.stats);
    std::vector<Index> seen;
    viewer.corners_from(goal, true, seen);
    for (const Index c : seen)
      if (is_useful(c, goal)) search.mark_sees_goal(c);
    viewer.corners_from(start, true, seen);
    for (const Index c : seen)
      if (is_useful(c, start)) search.relax(c, none);
    Index c = search.next();
    for (; c != none && c != search.goal_node(); c = search.next()) expand(c);
    if (c != none) write_way(world, search.way(), path);
  }
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
