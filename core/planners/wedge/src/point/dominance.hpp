// Which wedges and bends of the search for points are dominated: the interval rule and the corner
// rule of wedge_search.hpp, by the costs at which corners have been reached.
#pragma once

#include "corners.hpp"
#include "geometry/tolerances.hpp"
#include "nodes.hpp"

namespace clearway {

// An end of a portal.
struct PortalEnd {
  VertexId corner;
  Point at;
};

class PointDominance {
 public:
  PointDominance(const PointSteps& steps, PointCorners& corners)
      : steps_(steps), corners_(corners) {}

  // Whether every point of the portal between the end and `far` is reached at less cost over the
  // end.
  bool is_dominated(const PointRoot& root, const PortalEnd& end, const Point& far) {
    const double over_end = corners_.of(end.corner).seen + length(end.at, far);
    const double straight = root.cost + length(root.at, far);
    return over_end < straight * (1 - cost_slack) && corners_.are_connected(end.corner);
  }
  // The same, with a cheap test first.
  bool is_dominated_over(const PointRoot& root, const PortalEnd& end, const Point& far) {
    return is_rival(root, end) && is_dominated(root, end, far);
  }
  // Whether the interval between an apex, seen from the root, and `far` is dominated over the apex
  // or over the other end of the portal. Notes the cost of the apex.
  bool is_dominated_at(const PointRoot& root, const PortalEnd& apex, const PortalEnd& other,
                       const Point& far) {
    const double cost = root.cost + length(root.at, apex.at);
    return (corners_.note_seen(apex.corner, cost) && is_dominated(root, apex, far)) ||
           is_dominated_over(root, other, apex.at);
  }

  // Whether a corner and a way of this length from there reach a point at less than this cost.
  bool is_reached_over(VertexId corner, double length, double cost) {
    return corners_.of(corner).seen + length < cost * (1 - cost_slack) &&
           corners_.are_connected(corner);
  }
  // A corner at the end of a portal, and the cost at which a front reaches it.
  struct Reached {
    VertexId corner;
    Point at;
    double cost;
  };
  // Whether every point of the portal is reached at less cost over one of its ends. `is_rival`:
  // whether the apex has been reached at less cost than by the front.
  bool is_dominated_between(const Reached& apex, bool is_rival, const Reached& other) {
    const double dx = apex.at.x - other.at.x, dy = apex.at.y - other.at.y,
                 squared = dx * dx + dy * dy;
    const auto is_over = [&](const Reached& end, const Reached& far) {
      const double left = far.cost * (1 - cost_slack) - corners_.of(end.corner).seen;
      return left > 0 && squared < left * left && corners_.are_connected(end.corner);
    };
    return (is_rival && is_over(apex, other)) || is_over(other, apex);
  }

  // Whether a bend at the corner, reached at this cost, is dominated. `step`: the half-edge at
  // which the fan around the corner begins.
  bool is_bend_dominated(VertexId corner, PointNode::Kind kind, HalfEdgeId step, double cost) {
    const PointCorners::Corner& known = corners_.of(corner);
    return root_cost(corner, kind, step) <= cost || is_reached_below(known, corner, cost);
  }
  // Notes the cost of a root made of the bend. Returns false if the bend is dominated.
  bool note_root(VertexId corner, PointNode::Kind kind, HalfEdgeId step, double cost) {
    PointCorners::Corner& known = corners_.of(corner);
    double& known_cost = root_cost(corner, kind, step);
    if (known_cost <= cost || is_reached_below(known, corner, cost)) return false;
    known_cost = cost;
    known.seen = std::min(known.seen, cost);
    return true;
  }

 private:
  // Costs closer than this may differ only by rounding.
  static constexpr double cost_slack = tolerance::length;

  // Whether the end of a portal has been reached at less cost than straight from the root.
  // Otherwise nothing on the portal is.
  bool is_rival(const PointRoot& root, const PortalEnd& end) const {
    const PointCorners::Corner* const known = corners_.find(end.corner);
    if (!known) return false;
    const double left = known->seen - root.cost, dx = end.at.x - root.at.x,
                 dy = end.at.y - root.at.y;
    return left < 0 || left * left < dx * dx + dy * dy;
  }
  bool is_reached_below(const PointCorners::Corner& known, VertexId corner, double cost) {
    return known.seen < cost * (1 - cost_slack) && corners_.are_connected(corner);
  }
  // Cost of the best root at the corner that can continue as this bend can.
  double& root_cost(VertexId corner, PointNode::Kind kind, HalfEdgeId step) {
    PointCorners::Corner& c = corners_.of(corner);
    if (!steps_.is_restricted() || corners_.surroundings(corner).kind != PointCorners::shut)
      return c.root;
    return corners_.of_turn(corner, step, kind == PointNode::bend_left);
  }

  const PointSteps& steps_;
  PointCorners& corners_;
};

}  // namespace clearway
