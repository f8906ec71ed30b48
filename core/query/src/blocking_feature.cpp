#include "blocking_feature.hpp"

#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "mesh/flood.hpp"

namespace clearway {
namespace {

ObstacleFeature edge_or_end(const Mesh& mesh, const Point& q, const ObstacleFeature& edge) {
  if (edge.index == none || edge.kind != ObstacleFeature::edge) return edge;
  const VertexId ends[] = {mesh.origin(edge.half_edge()), mesh.target(edge.half_edge())};
  const Point a = mesh.point(ends[0]), b = mesh.point(ends[1]);
  const double along = rounded_ahead(b - a, q - a);
  if (along <= 0) return {ObstacleFeature::vertex, ends[0].number(), edge.distance};
  if (along >= dot(b - a, b - a)) return {ObstacleFeature::vertex, ends[1].number(), edge.distance};
  return edge;
}

}  // namespace

ObstacleFeature blocking_feature(const Mesh& mesh, const Point& q, TriangleId triangle,
                                 double radius, const ObstacleFeature& own) {
  constexpr std::size_t max_vertices = 16;  // visited after the first blocking feature
  const bool is_circle = own.kind == ObstacleFeature::vertex;
  ObstacleFeature best;
  double least = radius;
  std::size_t count = 0;
  flood(
      mesh, triangle,
      [&](VertexId v) {
        if (const double d = distance(q, mesh.point(v));
            d < least && !(is_circle && v == own.vertex_id())) {
          least = d;
          best = {ObstacleFeature::vertex, v.number(), d};
        }
        return best.index == none || ++count < max_vertices;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
        const double d = distance(q, a, b);
        if (d >= least) return Side::wall;
        if (!mesh.constrained(e)) return Side::pass;
        if (!is_circle && (e == own.half_edge() || mesh.twin(e) == own.half_edge()))
          return Side::wall;
        least = d;
        best = {ObstacleFeature::edge, e.number(), d};
        return Side::wall;
      });
  return edge_or_end(mesh, q, best);
}

ObstacleFeature adjacent_blocking_feature(const Mesh& mesh, const Point& q, double radius,
                                          const ObstacleFeature& own) {
  constexpr int max_edges = 16;  // around one vertex
  ObstacleFeature best;
  double least = radius;
  const auto look_around = [&](VertexId v) {
    const HalfEdgeId first = mesh.vertices[v].edge;
    HalfEdgeId e = first;
    for (int i = 0; i < max_edges; ++i) {
      if (mesh.constrained(e)) {
        const double d = distance(q, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
        if (d < least) {
          least = d;
          best = {ObstacleFeature::edge, e.number(), d};
        }
      }
      e = mesh.rotate_ccw(e);
      if (e == first || e == none) return;
    }
  };
  if (own.kind == ObstacleFeature::vertex) {
    look_around(own.vertex_id());
  } else {
    look_around(mesh.origin(own.half_edge()));
    look_around(mesh.target(own.half_edge()));
  }
  return edge_or_end(mesh, q, best);
}

}  // namespace clearway
