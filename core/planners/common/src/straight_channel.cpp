#include "planners/common/straight_channel.hpp"

#include <algorithm>

#include "clearway/geometry/predicates.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

bool StraightChannel::is_new(TriangleId triangle) {
  if (seen_[triangle] == search_) return false;
  seen_[triangle] = search_;
  return true;
}

bool StraightChannel::is_touched(HalfEdgeId edge, const Point& p, const Point& q) const {
  const Point a = mesh_.point(mesh_.origin(edge)), b = mesh_.point(mesh_.target(edge));
  const int of_a = orientation(p, q, a), of_b = orientation(p, q, b);
  if (of_a * of_b < 0) return orientation(a, b, p) * orientation(a, b, q) <= 0;
  return (of_a == 0 && between(p, q, a)) || (of_b == 0 && between(p, q, b)) ||
         (of_a == 0 && of_b == 0 && between(a, b, p));
}

// The next edge by which the line may leave the triangle, or none.
HalfEdgeId StraightChannel::next_exit(Step& step, const Point& p, const Point& q) const {
  const HalfEdgeId base = step.entered == none ? first_side(mesh_, step.triangle) : step.entered;
  if (step.entered != none && step.tried == 0) step.tried = 1;
  while (step.tried < 3) {
    const HalfEdgeId exit = step.tried == 0   ? base
                            : step.tried == 1 ? Mesh::next(base)
                                              : Mesh::prev(base);
    ++step.tried;
    if (!mesh_.constrained(exit) && is_touched(exit, p, q)) return exit;
  }
  return none;
}

bool StraightChannel::find(const Location& from, const Point& p, const Location& to, const Point& q,
                           TriangleId& first, std::vector<HalfEdgeId>& portals) {
  if (seen_.size() < mesh_.triangles.size()) seen_.resize(mesh_.triangles.size(), 0);
  if (++search_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    search_ = 1;
  }
  goal_triangles_.clear();
  for_each_triangle_at(mesh_, to, [&](TriangleId t) { goal_triangles_.push_back(t); });
  first_edges_.clear();
  for_each_triangle_at(mesh_, from, [&](TriangleId t) {
    if (mesh_.is_free(t)) first_edges_.push_back(first_side(mesh_, t));
  });
  std::sort(first_edges_.begin(), first_edges_.end(),
            [&](HalfEdgeId e, HalfEdgeId f) { return lies_before(mesh_, e, f); });
  for (const HalfEdgeId edge : first_edges_) {
    first = Mesh::triangle_of(edge);
    if (!is_new(first)) continue;
    steps_.assign(1, {first, none, 0});
    while (!steps_.empty()) {
      Step& last = steps_.back();
      if (last.tried == 0 && std::find(goal_triangles_.begin(), goal_triangles_.end(),
                                       last.triangle) != goal_triangles_.end()) {
        portals.clear();
        for (std::size_t i = 1; i < steps_.size(); ++i) portals.push_back(steps_[i].entered);
        return true;
      }
      const HalfEdgeId exit = next_exit(last, p, q);
      if (exit == none) {
        steps_.pop_back();
        continue;
      }
      const HalfEdgeId in = mesh_.twin(exit);
      if (is_new(Mesh::triangle_of(in))) steps_.push_back({Mesh::triangle_of(in), in, 0});
    }
  }
  return false;
}

}  // namespace clearway
