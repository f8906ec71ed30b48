#include "visibility/sight_line.hpp"

#include "clearway/base/error.hpp"
#include "clearway/geometry/predicates.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

class Line {
 public:
  Line(const Mesh& mesh, const Corners& corners, const Viewpoint& from,
       const ExactDirection& towards, std::vector<Seen>& seen)
      : mesh_(mesh), corners_(corners), from_(from), a_(from.at), b_(towards), seen_(seen) {}

  void walk() {
    start();
    while (step_ != Step::stopped) {
      if (step_ == Step::face)
        cross_face();
      else if (step_ == Step::edge)
        run_along();
      else
        pass_vertex();
    }
  }

 private:
  // face: at_ is the side by which a triangle was entered; edge: the half-edge to run along;
  // vertex: the vertex to pass.
  enum class Step { face, edge, vertex, stopped };

  Point point(VertexId v) const { return mesh_.point(v); }
  int side(VertexId v) const { return turn(a_, b_, {point(v)}); }
  bool is_ahead(const Point& p) const { return clearway::is_ahead(a_, b_, p); }
  bool is_free(HalfEdgeId e) const { return mesh_.is_free(Mesh::triangle_of(e)); }
  bool may_start(HalfEdgeId e) const {
    return from_.corner == none ? is_free(e) : corners_.in_sector(e);
  }
  // By its step: face, edge.
  void advance(Step step, HalfEdgeId at) {
    step_ = step;
    at_ = at;
  }
  void advance_to(VertexId v) {
    step_ = Step::vertex;
    vertex_ = v;
  }

  void start() {
    const HalfEdgeId e = from_.where.half_edge;
    step_ = Step::stopped;
    if (from_.where.kind == Location::vertex) {
      leave_vertex(mesh_.origin(e), [&](HalfEdgeId f, int) { return may_start(f); });
    } else if (from_.where.kind == Location::edge) {
      // Which side of the edge the line leads to: the target is ahead of, or on, one side.
      const int beside = -side(mesh_.target(e));
      if (beside == 0) {
        const HalfEdgeId way = is_ahead(point(mesh_.target(e))) ? e : mesh_.twin(e);
        left_ = is_free(way);
        right_ = is_free(mesh_.twin(way));
        if (left_ || right_) advance(Step::edge, way);
      } else {
        const HalfEdgeId into = beside > 0 ? e : mesh_.twin(e);
        if (is_free(into)) leave_triangle(Mesh::triangle_of(into));
      }
    } else if (is_free(e)) {
      leave_triangle(Mesh::triangle_of(e));
    }
  }

  // The line starts inside triangle t or on its border, and leads into it.
  void leave_triangle(TriangleId t) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const int origin = side(mesh_.origin(e));
      if (origin == 0 && is_ahead(point(mesh_.origin(e)))) return reach(mesh_.origin(e), e);
      if (origin < 0 && side(mesh_.target(e)) > 0) return leave_by(e);
    }
    if (!is_off(mesh_, from_.where, a_))
      throw InternalError("a line of sight does not leave its triangle");
  }

  void leave_by(HalfEdgeId exit) {
    if (mesh_.constrained(exit))
      step_ = Step::stopped;
    else
      advance(Step::face, mesh_.twin(exit));
  }

  void cross_face() {
    const VertexId apex = mesh_.apex(at_);
    const int where = side(apex);
    if (where == 0) return reach(apex, Mesh::prev(at_));
    // The origin of the side crossed is left of the line, its target right.
    leave_by(where > 0 ? Mesh::next(at_) : Mesh::prev(at_));
  }

  // Reaches a vertex through the interior of a triangle, whose half-edge e starts there.
  void reach(VertexId v, HalfEdgeId e) {
    seen_.push_back({v, {e, none}});
    through_ = Mesh::triangle_of(e);
    along_ = none;
    left_ = right_ = true;
    advance_to(v);
  }

  void run_along() {
    const HalfEdgeId back = mesh_.twin(at_);
    const bool both = !mesh_.constrained(at_);
    seen_.push_back({mesh_.target(at_),
                     {both || left_ ? Mesh::next(at_) : HalfEdgeId(none),
                      both || right_ ? back : HalfEdgeId(none)}});
    through_ = none;
    along_ = back;
    advance_to(mesh_.target(at_));
  }

  void pass_vertex() {
    const bool from_left = left_, from_right = right_;
    leave_vertex(vertex_, [&](HalfEdgeId e, int turn) {
      return (turn > 0 ? from_left : from_right) && is_open(e, turn);
    });
  }

  // Continues from vertex v. may(e, +1): whether the line can enter the triangle of e when it
  // passes the vertex on its left side; -1: right.
  template <class May>
  void leave_vertex(VertexId v, May may) {
    step_ = Step::stopped;
    const HalfEdgeId first = mesh_.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      const int here = side(mesh_.target(e));
      if (here == 0 && is_beyond(v, point(mesh_.target(e)))) {
        const bool left = may(e, +1), right = may(mesh_.rotate_cw(e), -1);
        if (!left && !right) return;
        left_ = left || !mesh_.constrained(e);
        right_ = right || !mesh_.constrained(e);
        return advance(Step::edge, e);
      }
      // From right to left counter-clockwise: the triangle ahead, not the one behind.
      if (here < 0 && side(mesh_.apex(e)) > 0) {
        if (may(e, +1) || may(e, -1)) leave_by(Mesh::next(e));
        return;
      }
      e = mesh_.rotate_ccw(e);
    } while (e != first);
    throw InternalError("a line of sight ends at a vertex");
  }

  bool is_beyond(VertexId v, const Point& p) const {
    // v lies on the ray at a_ or beyond; p on its line.
    const Point at = point(v);
    if (at == a_) return is_ahead(p);
    return direction(at, a_, p) < 0;
  }

  // Whether the triangles around a vertex are free and not separated, from the triangle of e,
  // turning left (+1) or right (-1), to where the line came from.
  bool is_open(HalfEdgeId e, int turn) const {
    for (;;) {
      if (!is_free(e)) return false;
      if (through_ != none && Mesh::triangle_of(e) == through_) return true;
      const HalfEdgeId bound = turn > 0 ? mesh_.rotate_ccw(e) : e;
      if (bound == along_) return true;
      if (mesh_.constrained(bound)) return false;
      e = turn > 0 ? bound : mesh_.rotate_cw(e);
    }
  }

  const Mesh& mesh_;
  const Corners& corners_;
  const Viewpoint& from_;
  const Point a_;
  const ExactDirection b_;
  std::vector<Seen>& seen_;
  Step step_ = Step::stopped;
  HalfEdgeId at_ = none;
  VertexId vertex_ = none;
  TriangleId through_ = none;
  HalfEdgeId along_ = none;
  bool left_ = true, right_ = true;
};

}  // namespace

void sight_line(const Mesh& mesh, const Corners& corners, const Viewpoint& from,
                const ExactDirection& towards, std::vector<Seen>& seen) {
  Line(mesh, corners, from, towards, seen).walk();
}

}  // namespace clearway
