// Roots and nodes of the search for points.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "planners/common/goals.hpp"
#include "portal_interval.hpp"

namespace clearway {

using PointRootId = Id<struct PointRootTag>;
using GoalEndId = Id<struct GoalEndTag>;  // a point where a goal is reached

struct PointRoot {
  Point at;
  double cost;           // from the start
  double goal_distance;  // straight distance to the only goal; 0 if there are several
  PointRootId parent;    // the previous root; none for the start
  VertexId corner;       // none for the start
};

struct PointNode {
  enum Kind : std::uint8_t { wedge, bend_left, bend_right, goal };
  // wedge: between the rays from the root through the corners `left` and `right`. The root's own
  //   corner stands for the ray on which the path arrived at it. The wedge was created at the
  //   half-edge `first` and has advanced to `last`, whose apex lies inside it; left_end and
  //   right_end are the ends of the portal there. On its way it may have been narrowed: the rays
  //   are those at its end. They pass through all portals on the way.
  // bend_left, bend_right: around the corner `left`, an end of the edge `first`; `right` is the
  //   other end.
  // goal: straight to the goal `goal_id`, in the triangle of `first`. If goals are segments,
  //   `goal_end` is the point reached.
  union {
    VertexId left;
    GoalId goal_id;
  };
  union {
    VertexId right;
    GoalEndId goal_end;
  };
  VertexId left_end, right_end;
  HalfEdgeId first, last;
  PointRootId root;
  SearchNodeId parent;
  Kind kind;
  bool is_left_on, is_right_on;  // whether the rays pass through left_end and right_end
};

using PointRoots = IdVector<PointRootId, PointRoot>;
using PointNodes = IdVector<SearchNodeId, PointNode>;

// The ray that bounds a wedge of the root at this corner.
inline Ray boundary_ray(const Mesh& mesh, const PointRoots& roots, const PointRoot& root,
                        VertexId corner) {
  return corner == root.corner ? Ray{roots[root.parent].at, root.at}
                               : Ray{root.at, mesh.point(corner)};
}

}  // namespace clearway
