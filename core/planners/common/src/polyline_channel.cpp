#include "planners/common/polyline_channel.hpp"

#include <algorithm>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "mesh/triangles_at.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// A step along the polyline. Where it crosses a triangle, that triangle; where it follows an edge,
// the triangles on both sides, as far as they are free: join() chooses one.
struct Step {
  TriangleId triangle[2];  // none: not free
  VertexId vertex;         // the vertex passed since the previous step; none: an edge was crossed
  int previous[2];         // which triangle of the previous step leads to each; -1: none
};

class ChannelTracer {
 public:
  explicit ChannelTracer(const World& world) : world_(world), mesh_(world.mesh()) {}

  std::vector<TriangleId> trace(const std::vector<Point>& polyline) {
    for (std::size_t i = 1; i < polyline.size(); ++i) {
      check_interrupt();
      a_ = polyline[i - 1];
      b_ = polyline[i];
      for (VertexId v = start(); v != none;) v = pass_vertex(v);
    }
    return join();
  }

 private:
  Point point(VertexId v) const { return mesh_.point(v); }
  int side(VertexId v) const { return orientation(a_, b_, point(v)); }
  bool is_free(HalfEdgeId e) const { return mesh_.is_free(Mesh::triangle_of(e)); }
  bool is_past_end(VertexId v) const { return point(v) == b_ || !between(a_, b_, point(v)); }

  void add(HalfEdgeId one, HalfEdgeId other, VertexId vertex) {
    steps_.push_back({{one == none || !is_free(one) ? none : Mesh::triangle_of(one),
                       other == none || !is_free(other) ? none : Mesh::triangle_of(other)},
                      vertex,
                      {-1, -1}});
  }

  // start(), cross_edges(), follow_edge() and pass_vertex() add steps and return the vertex that
  // the segment from a_ to b_ passes next, or none at its end.
  VertexId start() {
    const Location at = locate_in_mesh(world_, a_);
    const HalfEdgeId e = at.half_edge;
    if (at.kind == Location::vertex) return mesh_.origin(e);
    HalfEdgeId into = e;
    if (at.kind == Location::edge) {
      const int beside = orientation(point(mesh_.origin(e)), point(mesh_.target(e)), b_);
      if (beside == 0)
        return follow_edge(direction(a_, b_, point(mesh_.target(e))) > 0 ? e : mesh_.twin(e), none);
      if (beside < 0) into = mesh_.twin(e);
    }
    add(into, none, none);
    for (Index i = 0; i < 3; ++i, into = Mesh::next(into)) {
      const int origin = side(mesh_.origin(into));
      if (origin == 0 && direction(a_, b_, point(mesh_.origin(into))) > 0)
        return mesh_.origin(into);
      if (origin < 0 && side(mesh_.target(into)) > 0) return cross_edges(into);
    }
    return none;
  }

  bool contains_end(HalfEdgeId e) const {
    for (Index i = 0; i < 3; ++i, e = Mesh::next(e))
      if (orientation(point(mesh_.origin(e)), point(mesh_.target(e)), b_) < 0) return false;
    return true;
  }

  // Leaves the last triangle by this half-edge, unless the triangle contains the end.
  VertexId cross_edges(HalfEdgeId exit) {
    while (!contains_end(exit)) {
      check_interrupt();
      const HalfEdgeId ahead = mesh_.twin(exit);
      add(ahead, none, none);
      if (contains_end(ahead)) return none;
      const int where = side(mesh_.apex(ahead));
      if (where == 0) return mesh_.apex(ahead);
      exit = where > 0 ? Mesh::next(ahead) : Mesh::prev(ahead);
    }
    return none;
  }

  VertexId follow_edge(HalfEdgeId e, VertexId vertex) {
    add(e, mesh_.twin(e), vertex);
    return mesh_.target(e);
  }

  VertexId pass_vertex(VertexId v) {
    if (point(v) != a_ && is_past_end(v)) return none;
    const HalfEdgeId first = mesh_.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      const int here = side(mesh_.target(e));
      const Point t = point(mesh_.target(e));
      if (here == 0 && direction(point(v), b_, t) > 0) return follow_edge(e, v);
      if (here < 0 && side(mesh_.apex(e)) > 0) {
        add(e, none, v);
        return cross_edges(Mesh::next(e));
      }
      e = mesh_.rotate_ccw(e);
    } while (e != first);
    throw InternalError("no triangle continues a path at a vertex");
  }

  // The triangles around v from `from` to `to`, without `from`, counter-clockwise or clockwise;
  // empty if a constrained edge lies between them.
  std::vector<TriangleId> fan(VertexId v, TriangleId from, TriangleId to, bool ccw) const {
    std::vector<TriangleId> out;
    for (TriangleId t = from; t != to; out.push_back(t)) {
      check_interrupt();
      HalfEdgeId h = Mesh::half_edge(t, 0);
      while (mesh_.origin(h) != v) ++h;
      const HalfEdgeId exit = ccw ? Mesh::prev(h) : h;
      if (mesh_.constrained(exit)) return {};
      t = Mesh::triangle_of(mesh_.twin(exit));
      if (t == from) return {};
    }
    return out;
  }

  bool is_connected(const Step& s, TriangleId from, TriangleId to) const {
    if (from == none || to == none) return false;
    return s.vertex == none || from == to || !fan(s.vertex, from, to, true).empty() ||
           !fan(s.vertex, from, to, false).empty();
  }

  // Chooses one triangle per step so that consecutive ones are connected, and adds those around the
  // vertices between them, on the side with fewer.
  std::vector<TriangleId> join() {
    for (std::size_t i = 0; i < steps_.size(); ++i)
      for (int k : {0, 1})
        for (int j : {0, 1}) {
          Step& s = steps_[i];
          if (s.previous[k] >= 0 || s.triangle[k] == none) continue;
          if (i == 0)
            s.previous[k] = 0;
          else if (steps_[i - 1].previous[j] >= 0 &&
                   is_connected(s, steps_[i - 1].triangle[j], s.triangle[k]))
            s.previous[k] = j;
        }
    std::vector<TriangleId> chosen(steps_.size());
    int k = steps_.back().previous[0] >= 0 ? 0 : 1;
    for (std::size_t i = steps_.size(); i-- > 0;) {
      check_interrupt();
      if (steps_[i].previous[k] < 0) throw InternalError("a path crosses an obstacle");
      chosen[i] = steps_[i].triangle[k];
      k = steps_[i].previous[k];
    }
    std::vector<TriangleId> out{chosen[0]};
    for (std::size_t i = 1; i < chosen.size(); ++i) {
      if (chosen[i] == out.back()) continue;
      if (steps_[i].vertex == none) {
        out.push_back(chosen[i]);
        continue;
      }
      std::vector<TriangleId> best = fan(steps_[i].vertex, out.back(), chosen[i], true);
      const std::vector<TriangleId> other = fan(steps_[i].vertex, out.back(), chosen[i], false);
      if (best.empty() || (!other.empty() && other.size() < best.size())) best = other;
      out.insert(out.end(), best.begin(), best.end());
    }
    return out;
  }

  const World& world_;
  const Mesh& mesh_;
  Point a_, b_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<TriangleId> polyline_channel(const World& world, const std::vector<Point>& polyline) {
  return ChannelTracer(world).trace(polyline);
}

}  // namespace clearway
