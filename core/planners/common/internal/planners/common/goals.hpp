// The goals of a wedge search: the triangles that contain them, and their states.
//
// A goal is a point, or a segment inside a triangle: then the search finds its nearest point.
// A goal is open, settled (a shortest path to it is known) or dropped (it cannot be reached).
#pragma once

#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "planners/common/search_node_id.hpp"
#include "query/free_parts.hpp"

namespace clearway {

using GoalId = Id<struct GoalTag>;

class Goals {
 public:
  // Begins a query with these goals, which are free points, all open. Linear in their number.
  void begin(const World& world, std::span<const LocatedPoint> points);

  // The same with segments as goals. A goal that is settled is the point where its path ends.
  void begin(const World& world, std::span<const FreePart> segments);
  bool are_segments() const { return !segments_.empty(); }
  const FreePart& segment(GoalId goal) const { return segments_[goal]; }

  // Begins a query whose goals are all points of free space: one goal that is in every triangle and
  // is never settled. Linear in the mesh.
  void begin_everywhere(const World& world);
  bool are_everywhere() const { return are_everywhere_; }

  // Whether bounds must hold for more than one point.
  bool are_many() const { return points_.size() > 1 || are_segments() || are_everywhere_; }

  std::size_t size() const { return points_.size(); }
  GoalId end_id() const { return points_.end_id(); }
  IdRange<GoalId> ids() const { return points_.ids(); }
  std::size_t open() const { return open_; }  // number of open goals
  const Point& operator[](GoalId goal) const { return points_[goal].point; }
  const LocatedPoint& located(GoalId goal) const { return points_[goal]; }

  // Whether the closure of the free triangle contains a goal.
  bool are_in(TriangleId triangle) const {
    return only_triangle_ != none ? triangle == only_triangle_ : marks_[triangle].query == query_;
  }
  // The only triangle that contains goals; none if there are several.
  TriangleId only_triangle() const { return only_triangle_; }
  // Calls visit(triangle) for each triangle with goals, once per goal.
  template <class Visit>
  void for_each_triangle(Visit visit) const {
    for (const Link& link : links_) visit(link.triangle);
  }
  // Calls visit(goal) for each open goal in the triangle.
  template <class Visit>
  void for_each_in(TriangleId triangle, Visit visit) const {
    if (!are_in(triangle)) return;
    for (Index i = marks_[triangle].first; i != none; i = links_[i].next)
      if (nodes_[links_[i].goal] == none) visit(links_[i].goal);
  }

  bool is_open(GoalId goal) const { return nodes_[goal] == none; }
  bool is_settled(GoalId goal) const { return nodes_[goal] < dropped; }
  // Settles an open goal: its path ends with this search node.
  void settle(GoalId goal, SearchNodeId node) {
    nodes_[goal] = node;
    --open_;
  }
  // The same for a segment, at this point of it.
  void settle(GoalId goal, SearchNodeId node, const Point& end) {
    points_[goal].point = end;
    settle(goal, node);
  }
  // The last search node of a settled goal's path.
  SearchNodeId node(GoalId goal) const { return nodes_[goal]; }

  // Drops an open goal.
  void drop(GoalId goal) {
    nodes_[goal] = dropped;
    --open_;
  }

  // A lower bound on the distance from p to every goal: exact for one goal, 0 if they are
  // everywhere, otherwise the distance to the bounding box of the goals.
  double least_distance(const Point& p) const;

 private:
  static constexpr SearchNodeId dropped{none - 1};
  struct Mark {
    std::uint32_t query;
    Index first;  // in links_
  };
  struct Link {
    GoalId goal;
    TriangleId triangle;
    Index next;
  };
  void forget(const World& world);
  void cover(const Point& p);
  void link(GoalId goal, TriangleId triangle);

  IdVector<GoalId, LocatedPoint> points_;
  IdVector<GoalId, FreePart> segments_;   // empty: goals are points
  IdVector<GoalId, SearchNodeId> nodes_;  // none: open
  IdVector<TriangleId, Mark> marks_;
  std::vector<Link> links_;
  std::uint32_t query_ = 0;
  std::size_t open_ = 0;
  bool are_everywhere_ = false;
  TriangleId only_triangle_ = none;  // the only triangle with goals: saves a read of marks_
  Point low_, high_;                 // of the bounding box
};

}  // namespace clearway
