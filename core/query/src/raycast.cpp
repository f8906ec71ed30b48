#include "query/raycast.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/crossing.hpp"
#include "clearway/geometry/predicates.hpp"
#include "disc_cast.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "mesh/triangles_at.hpp"
#include "query/nearest_feature.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// A point that moves along ab; discs are in disc_cast.hpp. Along walls and through vertices there
// may be room only infinitesimally to its left, or only to its right: `left_` and `right_` say
// where. Without room on either side it stops. Each step moves strictly ahead, so no triangle, edge
// or vertex is visited twice.
class Ray {
 public:
  Ray(const World& world, const Point& a, const Point& b)
      : world_(world), mesh_(world.mesh()), a_(a), b_(b) {}

  std::optional<Hit> cast(const Location& at) {
    Step step = start(at);
    for (;;) {
      check_interrupt();
      switch (step.kind) {
        case Step::arrived:
          return std::nullopt;
        case Step::stopped:
          return hit_;
        case Step::face:
          step = cross_face(HalfEdgeId(step.at));
          break;
        case Step::edge:
          step = run_along(HalfEdgeId(step.at));
          break;
        case Step::vertex:
          step = pass_vertex(step);
          break;
      }
    }
  }

 private:
  struct Step {
    enum Kind { arrived, stopped, face, edge, vertex } kind;
    // face: the side by which a free triangle was entered; edge: the half-edge to run along;
    // vertex: the vertex to pass, reached through a triangle, or along an edge (given as the
    // half-edge that starts at the vertex), or neither if the ray starts there.
    Index at = none;
    TriangleId from_triangle = none;
    HalfEdgeId from_edge = none;
  };

  Point point(VertexId v) const { return mesh_.point(v); }
  bool is_free(HalfEdgeId e) const { return mesh_.is_free(Mesh::triangle_of(e)); }
  int side_of_ray(VertexId v) const { return orientation(a_, b_, point(v)); }

  bool holds_end(TriangleId t) const {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (orientation(point(mesh_.origin(e)), point(mesh_.target(e)), b_) < 0) return false;
    }
    return true;
  }

  Step stop(const Point& at, const ObstacleFeature& feature) {
    hit_ = Hit{at, distance(a_, at), owner(world_, feature)};
    return {Step::stopped};
  }

  Step start(const Location& at) {
    const HalfEdgeId e = at.half_edge;
    if (at.kind == Location::vertex) return {Step::vertex, mesh_.origin(e).number()};
    if (at.kind == Location::face) return start_in_face(Mesh::triangle_of(e));
    const HalfEdgeId twin = mesh_.twin(e);
    const int side = orientation(point(mesh_.origin(e)), point(mesh_.target(e)), b_);
    if (side != 0) {
      const HalfEdgeId into = side > 0 ? e : twin;
      return is_free(into) ? Step{Step::face, into.number()}
                           : stop(a_, {ObstacleFeature::edge, e.number(), 0});
    }
    const HalfEdgeId way = direction(a_, b_, point(mesh_.target(e))) > 0 ? e : twin;
    left_ = is_free(way);
    right_ = is_free(mesh_.twin(way));
    return {Step::edge, way.number()};
  }

  // The ray has reached the triangle of its end. It arrives, unless rounding has bent a wall over
  // b.
  Step end_in(TriangleId t) {
    for (Index i = 0; i < 3; ++i)
      if (point(mesh_.origin(Mesh::half_edge(t, i))) == b_) return {Step::arrived};
    const Location at = correct_for_input(world_, b_, {Location::face, Mesh::half_edge(t, 0), 0});
    bool is_here = false;
    for_each_triangle_at(mesh_, at, [&](TriangleId other) { is_here |= other == t; });
    if (is_here) return {Step::arrived};
    return stop(b_, {ObstacleFeature::edge, at.half_edge.number(), 0});
  }

  Step start_in_face(TriangleId t) {
    if (holds_end(t)) return end_in(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const int from = side_of_ray(mesh_.origin(e));
      if (from == 0 && direction(a_, b_, point(mesh_.origin(e))) > 0)
        return {Step::vertex, mesh_.origin(e).number(), t};
      if (from < 0 && side_of_ray(mesh_.target(e)) > 0) return leave_by(e);
    }
    return {Step::arrived};
  }

  Step cross_face(HalfEdgeId e) {
    const TriangleId t = Mesh::triangle_of(e);
    if (holds_end(t)) return end_in(t);
    const int side = side_of_ray(mesh_.apex(e));
    if (side == 0) return {Step::vertex, mesh_.apex(e).number(), t};
    // The origin of e is left of the ray, its target right.
    return leave_by(side > 0 ? Mesh::next(e) : Mesh::prev(e));
  }

  // The ray leaves a free triangle through the interior of this side, to end beyond it.
  Step leave_by(HalfEdgeId exit) {
    if (!mesh_.constrained(exit)) return {Step::face, mesh_.twin(exit).number()};
    if (may_bend(mesh_, exit, b_)) {
      bool is_here = false;
      for_each_triangle_at(mesh_, world_.locate(b_),
                           [&](TriangleId t) { is_here |= t == Mesh::triangle_of(exit); });
      if (is_here) return {Step::arrived};
    }
    Point x = b_;
    crossing(a_, b_, point(mesh_.origin(exit)), point(mesh_.target(exit)), x);
    return stop(in_domain(x), {ObstacleFeature::edge, exit.number(), 0});
  }

  Step run_along(HalfEdgeId e) {
    const VertexId v = mesh_.target(e);
    if (point(v) == b_ || !between(a_, b_, point(v))) return {Step::arrived};
    return {Step::vertex, v.number(), none, mesh_.twin(e)};
  }

  Step pass_vertex(const Step& in) {
    const VertexId v(in.at);
    if (point(v) == b_) return {Step::arrived};
    if (in.from_edge == none) left_ = right_ = true;
    const HalfEdgeId first = mesh_.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      const int here = side_of_ray(mesh_.target(e));
      const bool along = here == 0 && direction(point(v), b_, point(mesh_.target(e))) > 0;
      if (along || (here < 0 && side_of_ray(mesh_.apex(e)) > 0)) {
        left_ = left_ && is_open(e, +1, in);
        right_ = right_ && is_open(along ? mesh_.rotate_cw(e) : e, -1, in);
        if (!left_ && !right_) return stop(point(v), {ObstacleFeature::vertex, v.number(), 0});
        if (along) {
          if (!mesh_.constrained(e)) left_ = right_ = true;
          return {Step::edge, e.number()};
        }
        const TriangleId t = Mesh::triangle_of(e);
        return holds_end(t) ? end_in(t) : leave_by(Mesh::next(e));
      }
      e = mesh_.rotate_ccw(e);
    } while (e != first);
    throw InternalError("raycast: no triangle continues the ray at a vertex");
  }

  // Whether the triangles around a vertex are free and not separated, from the triangle of e,
  // turning left (+1) or right (-1), to where the ray came from. If the ray starts at the vertex,
  // the triangle of e alone decides.
  bool is_open(HalfEdgeId e, int turn, const Step& in) const {
    for (;;) {
      check_interrupt();
      if (!is_free(e)) return false;
      if (Mesh::triangle_of(e) == in.from_triangle) return true;
      if (in.from_triangle == none && in.from_edge == none) return true;
      const HalfEdgeId bound = turn > 0 ? mesh_.rotate_ccw(e) : e;
      if (bound == in.from_edge) return true;
      if (mesh_.constrained(bound)) return false;
      e = turn > 0 ? bound : mesh_.rotate_cw(e);
    }
  }

  const World& world_;
  const Mesh& mesh_;
  const Point a_, b_;
  bool left_ = true, right_ = true;
  std::optional<Hit> hit_;
};

}  // namespace

std::optional<Hit> raycast_from_free(const World& world, const LocatedPoint& a, const Point& b,
                                     double radius) {
  if (a.point == b) return std::nullopt;
  if (radius > 0) return cast_disc(world, a.point, b, radius, Mesh::triangle_of(a.at.half_edge));
  return Ray(world, a.point, b).cast(a.at);
}

}  // namespace clearway
