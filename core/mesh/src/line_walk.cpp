#include "mesh/line_walk.hpp"

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

class Walk {
 public:
  Walk(const Mesh& mesh, const Location& goal, std::vector<TriangleId>& channel)
      : mesh_(mesh),
        goal_vertex_(goal.kind == Location::vertex ? mesh.origin(goal.half_edge) : VertexId(none)),
        goal_triangle_(Mesh::triangle_of(goal.half_edge)),
        goal_beside_(goal.kind == Location::edge ? Mesh::triangle_of(mesh.twin(goal.half_edge))
                                                 : goal_triangle_),
        channel_(channel) {}

  Walked run(std::span<const Point> line, const Location& start) {
    Walked walked = Walked::arrived;
    for (std::size_t i = 1; i < line.size() && walked == Walked::arrived; ++i) {
      const int turn = i == 1 ? 0 : orientation(line[i - 2], line[i - 1], line[i]);
      a_ = line[i - 1];
      b_ = line[i];
      is_last_ = i + 1 == line.size();
      walked = i == 1 ? leave_start(start) : leave_vertex(turn >= 0);
    }
    return walked;
  }

 private:
  // Each of these follows the segment from a_ to b_ on to its end.

  Walked leave_start(const Location& at) {
    if (at.kind == Location::vertex) return leave_start_vertex(at);
    HalfEdgeId e = at.half_edge;
    if (at.kind == Location::edge) {
      const int beside = orientation(point(mesh_.origin(e)), point(mesh_.target(e)), b_);
      if (beside < 0 || (beside == 0 && !mesh_.is_free(Mesh::triangle_of(e)))) e = mesh_.twin(e);
    }
    if (!mesh_.is_free(Mesh::triangle_of(e))) return Walked::stopped;
    channel_.push_back(Mesh::triangle_of(e));
    if (is_at_goal()) return Walked::arrived;
    const int first = side_of(mesh_.origin(e));
    int side = first, next = side_of(mesh_.target(e));
    for (Index i = 0; i < 3; ++i, e = Mesh::next(e)) {
      if (side == 0 && direction(a_, b_, point(mesh_.origin(e))) > 0) return pass(mesh_.origin(e));
      if (side < 0 && next > 0) return cross(e);
      side = next;
      next = i == 0 ? side_of(mesh_.apex(e)) : first;
    }
    return Walked::unsure;
  }

  // Any free triangle that the segment leads into will do.
  Walked leave_start_vertex(const Location& at) {
    vertex_ = mesh_.origin(at.half_edge);
    HalfEdgeId into = none;
    for_each_triangle_at(mesh_, at, [&](TriangleId t) {
      if (into != none || !mesh_.is_free(t)) return;
      const HalfEdgeId e = at_vertex(t);
      if (leads_between(e, side_of(mesh_.target(e)), side_of(mesh_.apex(e)))) into = e;
    });
    if (into == none) return Walked::unsure;
    channel_.push_back(Mesh::triangle_of(into));
    return enter(into, side_of(mesh_.target(into)), side_of(mesh_.apex(into)));
  }

  // Crosses this side of the last triangle and what follows.
  Walked cross(HalfEdgeId exit) {
    for (;;) {
      check_interrupt();
      const Index twin = mesh_.raw_twin(exit);
      if (twin & Mesh::constrained_bit) return Walked::stopped;
      const HalfEdgeId ahead(twin);
      channel_.push_back(Mesh::triangle_of(ahead));
      if (is_at_goal()) return Walked::arrived;
      const VertexId apex = mesh_.apex(ahead);
      const int side = side_of(apex);
      if (side == 0) return pass(apex);
      exit = side > 0 ? Mesh::next(ahead) : Mesh::prev(ahead);
    }
  }

  // The segment reaches a vertex of the last triangle: its end, or one that it passes straight.
  Walked pass(VertexId v) {
    vertex_ = v;
    if (point(v) == b_) return Walked::arrived;
    a_ = point(v);
    return leave_vertex(true);
  }

  // Turns around the vertex at a_, from the last triangle to the one that the segment leads into:
  // around the right side of a left turn, counter-clockwise, and vice versa.
  Walked leave_vertex(bool ccw_first) {
    const std::size_t size = channel_.size();
    const HalfEdgeId from = at_vertex(channel_.back());
    const int from_right = side_of(mesh_.target(from)), from_left = side_of(mesh_.apex(from));
    for (const bool ccw : {ccw_first, !ccw_first}) {
      HalfEdgeId e = from;
      int right = from_right, left = from_left;
      for (;;) {
        check_interrupt();
        if (leads_between(e, right, left)) return enter(e, right, left);
        if (mesh_.constrained(ccw ? Mesh::prev(e) : e)) break;
        e = ccw ? mesh_.rotate_ccw(e) : mesh_.rotate_cw(e);
        if (e == from) break;
        if (ccw) {
          right = left;
          left = side_of(mesh_.apex(e));
        } else {
          left = right;
          right = side_of(mesh_.target(e));
        }
        channel_.push_back(Mesh::triangle_of(e));
      }
      channel_.resize(size);
    }
    return Walked::unsure;
  }

  // The segment leads from the vertex into the triangle of e, the last. `right`, `left`: sides of
  // the far ends of its edges there.
  Walked enter(HalfEdgeId e, int right, int left) {
    if (is_at_goal()) return Walked::arrived;
    if (right == 0) return pass(mesh_.target(e));
    if (left == 0) return pass(mesh_.apex(e));
    return cross(Mesh::next(e));
  }
  bool leads_between(HalfEdgeId e, int right, int left) const {
    if (right > 0 || left < 0) return false;
    if (right == 0) return direction(a_, b_, point(mesh_.target(e))) > 0;
    return left > 0 || direction(a_, b_, point(mesh_.apex(e))) > 0;
  }

  HalfEdgeId at_vertex(TriangleId t) const {
    HalfEdgeId e = Mesh::half_edge(t, 0);
    while (mesh_.origin(e) != vertex_) ++e;
    return e;
  }
  // Whether the segment ends in the last triangle.
  bool is_at_goal() const {
    if (!is_last_) return false;
    const TriangleId t = channel_.back();
    if (goal_vertex_ == none) return t == goal_triangle_ || t == goal_beside_;
    const Triangle& here = mesh_.triangles[t];
    return here.vertex[0] == goal_vertex_ || here.vertex[1] == goal_vertex_ ||
           here.vertex[2] == goal_vertex_;
  }
  Point point(VertexId v) const { return mesh_.point(v); }
  int side_of(VertexId v) const { return orientation(a_, b_, point(v)); }

  const Mesh& mesh_;
  const VertexId goal_vertex_;  // none: the goal is in or on these triangles
  const TriangleId goal_triangle_, goal_beside_;
  std::vector<TriangleId>& channel_;
  Point a_, b_;
  bool is_last_ = false;
  VertexId vertex_ = none;  // that the walk has reached
};

}  // namespace

Walked walk_line(const Mesh& mesh, std::span<const Point> polyline, const Location& start,
                 const Location& goal, std::vector<TriangleId>& channel) {
  const std::size_t size = channel.size();
  const Walked walked = Walk(mesh, goal, channel).run(polyline, start);
  if (walked != Walked::arrived) channel.resize(size);
  return walked;
}

}  // namespace clearway
