#include "wedges.hpp"

namespace clearway {
namespace {

// Wedges with one way on are tested for dominance in searches with more expansions than this: the
// test saves a tenth of the expansions of long searches and costs more than that in short ones.
constexpr std::uint64_t short_search = 256;

}  // namespace

void PointWedges::advance(const PointNode& first, PortalInterval interval) {
  const PointRoot& root = s_.tree.root(first.root);
  const TriangleId goal_triangle = s_.goals->only_triangle();
  const SearchNodeId index = s_.tree.add(first);
  HalfEdgeId at = first.first;
  VertexId left = first.left, right = first.right, l = first.left_end, r = first.right_end;
  const bool is_long = s_.stats->expanded > short_search;
  std::uint64_t expanded = 0;
  for (;;) {
    ++expanded;
    const VertexId corner = s_.mesh.apex(at);
    const Point apex = s_.mesh.point(corner);
    const TriangleId triangle = Mesh::triangle_of(at);
    s_.note(triangle);
    if (goal_triangle != none ? triangle == goal_triangle : s_.goals->are_in(triangle)) [[unlikely]]
      seen_goals_.add(left, right, at, first.root, index);
    HalfEdgeId next;
    if (const int of_left = s_.sides.of(interval.left_ray, apex); of_left >= 0) {
      // The apex is on the left: all lines leave across the right edge.
      next = s_.steps.right_of(at);
      if (interval.is_left_on && bends_.may_bend(l, first.root))
        bends_.add({l, interval.left}, r, PointNode::bend_left, at, first.root, index);
      interval.is_left_on = of_left == 0;
      interval.left = apex;
      l = corner;
    } else if (const int of_right = s_.sides.of(interval.right_ray, apex); of_right <= 0) {
      next = s_.steps.left_of(at);
      if (interval.is_right_on && bends_.may_bend(r, first.root))
        bends_.add({r, interval.right}, l, PointNode::bend_right, at, first.root, index);
      interval.is_right_on = of_right == 0;
      interval.right = apex;
      r = corner;
    } else {
      const HalfEdgeId over_right = s_.steps.right_of(at), over_left = s_.steps.left_of(at);
      next = over_right != none ? over_right : over_left;
      if (next == none) break;
      if (over_right != none && over_left != none) {
        if (const double f = lower_bound(root, interval); f < s_.tree.known_length())
          queue(index, at, l, r, interval, f);
        break;
      }
      // One way on: the ray through the apex narrows the wedge.
      const PortalEnd apex_end{corner, apex};
      if (over_left == none) {
        if (is_long &&
            s_.dominance.is_dominated_at(root, apex_end, {r, interval.right}, interval.right_end()))
          break;
        interval.left_ray = {root.at, apex};
        interval.left = apex;
        interval.is_left_on = true;
        left = l = corner;
      } else {
        if (is_long &&
            s_.dominance.is_dominated_at(root, apex_end, {l, interval.left}, interval.left_end()))
          break;
        interval.right_ray = {root.at, apex};
        interval.right = apex;
        interval.is_right_on = true;
        right = r = corner;
      }
    }
    if (next == none) break;
    at = next;
  }
  s_.stats->expanded += expanded;
  PointNode& node = s_.tree.node(index);
  node.left = left;
  node.right = right;
}

// A lower bound on the length of every path through the interval.
double PointWedges::lower_bound(const PointRoot& root, const PortalInterval& interval) const {
  if (has_many_goals_)
    return root.cost + std::max(interval.distance(root.at), s_.goals->least_distance(root.at));
  return root.cost + interval.shortest_through(root.at, (*s_.goals)[GoalId(0)], root.goal_distance);
}

// Queues a wedge that has advanced to `at`, where it splits.
void PointWedges::queue(SearchNodeId index, HalfEdgeId at, VertexId l, VertexId r,
                        const PortalInterval& interval, double f) {
  PointNode& node = s_.tree.node(index);
  node.last = at;
  node.left_end = l;
  node.right_end = r;
  node.is_left_on = interval.is_left_on;
  node.is_right_on = interval.is_right_on;
  s_.tree.open(index, f);
}

void PointWedges::split(SearchNodeId index) {
  const PointNode node = s_.tree.node(index);
  const PointRoot& root = s_.tree.root(node.root);
  const Ray left = boundary_ray(s_.mesh, s_.tree.roots(), root, node.left),
            right = boundary_ray(s_.mesh, s_.tree.roots(), root, node.right);
  const VertexId corner = s_.mesh.apex(node.last);
  const Point apex = s_.mesh.point(corner);
  const Ray middle{root.at, apex};
  const PortalEnd l = end(node.left_end), r = end(node.right_end);
  const PortalInterval over_right{middle, right, apex, r.at, true, node.is_right_on},
      over_left{left, middle, l.at, apex, node.is_left_on, true};
  const double cost = root.cost + length(root.at, apex);
  const bool is_rival_apex = s_.corners.note_seen(corner, cost);
  if (const HalfEdgeId next = s_.steps.right_of(node.last);
      !(is_rival_apex && s_.dominance.is_dominated(root, {corner, apex}, over_right.right_end())) &&
      !s_.dominance.is_dominated_over(root, r, apex))
    advance({corner, node.right, corner, node.right_end, next, next, node.root, index,
             PointNode::wedge, true, node.is_right_on},
            over_right);
  if (const HalfEdgeId next = s_.steps.left_of(node.last);
      !(is_rival_apex && s_.dominance.is_dominated(root, {corner, apex}, over_left.left_end())) &&
      !s_.dominance.is_dominated_over(root, l, apex))
    advance({node.left, corner, node.left_end, corner, next, next, node.root, index,
             PointNode::wedge, node.is_left_on, true},
            over_left);
}

}  // namespace clearway
