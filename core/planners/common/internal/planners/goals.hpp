// The goals of a search: their locations in the mesh, and their distances once known.
#pragma once

#include <span>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

using GoalId = Id<struct GoalTag>;

class Goals {
 public:
  // Takes places that are free; marks the free triangles whose closure holds each.
  void begin(const World& world, std::span<const LocatedPoint> places);

  std::size_t size() const { return places_.size(); }
  GoalId end_id() const { return places_.end_id(); }
  IdRange<GoalId> ids() const { return places_.ids(); }
  std::size_t open() const { return open_; }  // goals not settled
  const Point& operator[](GoalId goal) const { return places_[goal].point; }
  const LocatedPoint& located(GoalId goal) const { return places_[goal]; }

  bool are_in(TriangleId triangle) const {
    return lone_ != none ? triangle == lone_ : marks_[triangle].query == query_;
  }
  // Calls visit(triangle) for each triangle with goals.
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

  bool is_settled(GoalId goal) const { return nodes_[goal] < dropped; }
  bool is_open(GoalId goal) const { return nodes_[goal] == none; }
  // A shortest path to the goal ends with this node.
  void settle(GoalId goal, Index node) {
    nodes_[goal] = node;
    --open_;
  }
  Index node(GoalId goal) const { return nodes_[goal]; }

  // Forgets an open goal that nothing can reach.
  void drop(GoalId goal) {
    nodes_[goal] = dropped;
    --open_;
  }

  // A lower bound of the distance from p to any goal: exact for one goal, else to the box
  // around them.
  double beyond(const Point& p) const;

 private:
  static constexpr Index dropped = none - 1;
  struct Mark {
    std::uint32_t query;
    Index first;  // in links_
  };
  struct Link {
    GoalId goal;
    TriangleId triangle;
    Index next;
  };
  IdVector<GoalId, LocatedPoint> places_;
  IdVector<GoalId, Index> nodes_;  // none: open
  IdVector<TriangleId, Mark> marks_;
  std::vector<Link> links_;
  std::uint32_t query_ = 0;
  std::size_t open_ = 0;
  TriangleId lone_ = none;  // the only triangle with goals: spares a look at marks_
  Point low_, high_;
};

}  // namespace clearway
