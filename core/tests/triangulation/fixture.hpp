// A triangulation with its chains, and what must hold of it between edits.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/triangulation.hpp"

namespace triangulations {

using namespace clearway;

struct Fixture {
  Chains chains;
  Triangulation t{chains};

  Fixture() { t.begin_edit(); }

  // Inserts an obstacle of one chain. The mesh is Delaunay afterwards.
  ObstacleId add(Handle handle, Role role, std::span<const Point> points) {
    const ObstacleId obstacle = chains.allocate(handle, 1);
    const ChainId chain = chains.obstacles[obstacle].first;
    chains.allocate_chain(chain, obstacle, role, points.size());
    const Chain made = chains.chains[chain];
    HalfEdgeId near = any_half_edge();
    for (Index i = 0; i < made.count; ++i) {
      const VertexId v = t.insert_vertex(points[i], near);
      t.use(v);
      chains.point_vertex.edit(made.first + i) = v;
      near = t.mesh.vertices[v].edge;
    }
    for (const SegmentId s : made.segments()) t.insert_segment(s);
    t.restore_delaunay();
    return obstacle;
  }

  void remove(ObstacleId obstacle) {
    const Chain chain = chains.chains[chains.obstacles[obstacle].first];
    for (const SegmentId s : chain.segments()) t.withdraw_segment(s);
    for (Index i = 0; i < chain.count; ++i) t.release(chains.point_vertex[chain.first + i]);
    chains.release(obstacle);
    t.restore_delaunay();
  }

  HalfEdgeId any_half_edge() const {
    for (const TriangleId triangle : t.mesh.triangles.ids())
      if (t.mesh.is_live(triangle)) return Mesh::half_edge(triangle, 0);
    return none;
  }

  template <class F>
  void for_each_half_edge(F f) const {
    for (const TriangleId triangle : t.mesh.triangles.ids())
      if (t.mesh.is_live(triangle))
        for (Index i = 0; i < 3; ++i) f(Mesh::half_edge(triangle, i));
  }

  // Triangles are counter-clockwise, twins agree, and every edge between two triangles is
  // constrained or Delaunay (with cocircular points decided by perturbation).
  bool is_constrained_delaunay() const {
    const Mesh& m = t.mesh;
    bool is = true;
    for_each_half_edge([&](HalfEdgeId e) {
      const Point a = m.point(m.origin(e)), b = m.point(m.target(e)), c = m.point(m.apex(e));
      is &= orientation(a, b, c) > 0;
      const HalfEdgeId twin = m.twin(e);
      if (twin == none) return;
      is &= m.twin(twin) == e && m.origin(twin) == m.target(e) && m.target(twin) == m.origin(e);
      is &= m.constrained(e) == m.constrained(twin);
      if (!m.constrained(e)) is &= in_circle_perturbed(a, b, c, m.point(m.apex(twin))) < 0;
    });
    return is;
  }

  // The corners of every triangle, and which of its edges are constrained, whatever its slot.
  using Corner = std::tuple<double, double, bool>;
  std::vector<std::array<Corner, 3>> canonical() const {
    std::vector<std::array<Corner, 3>> out;
    const Mesh& m = t.mesh;
    for (const TriangleId triangle : m.triangles.ids()) {
      if (!m.is_live(triangle)) continue;
      std::array<Corner, 3> c;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(triangle, i);
        const Point p = m.point(m.origin(e));
        c[i] = {p.x, p.y, m.constrained(e)};
      }
      std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
      out.push_back(c);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  std::size_t constrained_edges() const {
    std::size_t count = 0;
    for_each_half_edge([&](HalfEdgeId e) { count += t.mesh.constrained(e); });
    return count / 2;
  }
};

}  // namespace triangulations
