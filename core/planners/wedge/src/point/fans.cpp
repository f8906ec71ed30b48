#include "fans.hpp"

namespace clearway {

void PointFans::expand(SearchNodeId index) {
  const PointNode node = s_.tree.node(index);
  const VertexId corner = node.left;
  const PointRoot& from = s_.tree.root(node.root);
  const Point c = s_.mesh.point(corner);
  const double cost = from.cost + length(from.at, c);
  if (!s_.dominance.note_root(corner, node.kind, node.first, cost)) return;
  const int turn = node.kind == PointNode::bend_left ? 1 : -1;
  const Ray arrival{from.at, c};
  ++s_.stats->expanded;
  const PointRootId root = s_.tree.add_root(c, cost, node.root, corner);
  // The fan around the corner, from the direction of the arrival until there is no step or the path
  // would turn back. Counter-clockwise, the corner is the left end of each edge by which a triangle
  // is entered, and each triangle is left across its left edge; clockwise, the right ones.
  HalfEdgeId at = node.first;
  VertexId near = corner;  // stands for the ray of the arrival
  Ray near_ray = arrival;
  PortalEnd near_end{node.right, s_.mesh.point(node.right)};
  bool is_near_on = s_.sides.of(arrival, near_end.at) == 0;
  do {
    s_.note(Mesh::triangle_of(at));
    const VertexId far = s_.mesh.apex(at);
    const Point apex = s_.mesh.point(far);
    const Ray far_ray{c, apex};
    if (s_.goals->are_in(Mesh::triangle_of(at)))
      seen_goals_.add(turn > 0 ? far : near, turn > 0 ? near : far, at, root, index);
    const bool is_rival_far = s_.corners.note_seen(far, cost + length(c, apex));
    const PointRoot& fan = s_.tree.root(root);
    if (turn > 0) {
      const PortalInterval interval{far_ray, near_ray, apex, near_end.at, true, is_near_on};
      if (const HalfEdgeId next = s_.steps.right_of(at);
          next != none &&
          !(is_rival_far && s_.dominance.is_dominated(fan, {far, apex}, interval.right_end())) &&
          !s_.dominance.is_dominated_over(fan, near_end, apex))
        wedges_.advance({far, near, far, near_end.corner, next, next, root, index, PointNode::wedge,
                         true, is_near_on},
                        interval);
    } else {
      const PortalInterval interval{near_ray, far_ray, near_end.at, apex, is_near_on, true};
      if (const HalfEdgeId next = s_.steps.left_of(at);
          next != none &&
          !(is_rival_far && s_.dominance.is_dominated(fan, {far, apex}, interval.left_end())) &&
          !s_.dominance.is_dominated_over(fan, near_end, apex))
        wedges_.advance({near, far, near_end.corner, far, next, next, root, index, PointNode::wedge,
                         is_near_on, true},
                        interval);
    }
    if (s_.sides.of(arrival, apex) * turn < 0) return;
    near = far;
    near_end = {far, apex};
    near_ray = far_ray;
    is_near_on = true;
    at = turn > 0 ? s_.steps.left_of(at) : s_.steps.right_of(at);
  } while (at != none);
}

}  // namespace clearway
