// A node of the search for discs. Each kind has its own constructor and its own accessors: what one
// kind stores in the place of another cannot be read as that by accident.
#pragma once

#include <cassert>
#include <cstdint>

#include "clearway/mesh/mesh.hpp"
#include "planners/common/goals.hpp"
#include "roots.hpp"
#include "wedge.hpp"

namespace clearway {

class alignas(64) DiscNode {
 public:
  // wedge: lines from the root through the portal of a half-edge, still to be advanced.
  // contact: a tangent from the root to the circle around a corner, not yet tested.
  // goal: a line from the root to a goal.
  enum Kind : std::uint8_t { wedge, contact, goal };

  // A wedge that enters the triangle of `ahead`. Roots before `compared` do not dominate it. It
  // begins after rolling by the angle `turned`.
  DiscNode(DiscRootId root, HalfEdgeId ahead, const DiscWedge& lines, DiscRootId compared,
           double turned)
      : kind_(wedge),
        root_(root),
        ahead_(ahead),
        compared_(compared),
        low_(lines.low),
        high_(lines.high),
        turned_(turned) {}
  // A contact at the corner, on this side of it. `cost`: of the path to the contact.
  DiscNode(DiscRootId root, VertexId vertex, int side, const Vector& direction, double cost,
           double turned)
      : kind_(contact),
        side_(static_cast<std::int8_t>(side)),
        root_(root),
        vertex_(vertex),
        low_(direction),
        high_(direction),
        cost_(cost),
        turned_(turned) {}
  // An arrival at `end`, the goal or the point of it that is reached. `cost`: of the whole path.
  DiscNode(DiscRootId root, GoalId id, const Point& end, const Vector& direction, double cost,
           double turned)
      : kind_(goal),
        root_(root),
        goal_(id),
        low_(direction),
        end_(end),
        cost_(cost),
        turned_(turned) {}

  Kind kind() const { return kind_; }
  DiscRootId root() const { return root_; }
  // The angle rolled around the root before the direction, for a wedge before its first.
  double turned() const { return turned_; }

  HalfEdgeId ahead() const { return assert(kind_ == wedge), ahead_; }
  DiscWedge lines() const { return assert(kind_ == wedge), DiscWedge{low_, high_}; }
  DiscRootId compared() const { return assert(kind_ == wedge), compared_; }

  VertexId vertex() const { return assert(kind_ == contact), vertex_; }
  int side() const { return assert(kind_ == contact), side_; }

  GoalId goal_id() const { return assert(kind_ == goal), goal_; }
  Point goal_end() const { return assert(kind_ == goal), end_; }

  // Of a contact or a goal.
  const Vector& direction() const { return assert(kind_ != wedge), low_; }
  double cost() const { return assert(kind_ != wedge), cost_; }

 private:
  Kind kind_;
  std::int8_t side_ = 0;
  DiscRootId root_;
  union {
    HalfEdgeId ahead_;
    VertexId vertex_;
    GoalId goal_;
  };
  DiscRootId compared_{0};
  Vector low_;
  union {
    Vector high_;
    Point end_;
  };
  double cost_ = 0.0;
  double turned_;
};
static_assert(sizeof(DiscNode) == 64);  // one line of the processor's cache

}  // namespace clearway
