#include "query/nearest_feature.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "mesh/flood.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
ObstacleFeature nearest_feature_in_free(const World& world, const Point& p, TriangleId triangle) {
  const Mesh& mesh = world.mesh();
  ObstacleFeature best{ObstacleFeature::vertex, none, infinity};
  flood(
      mesh, triangle,
      [&](VertexId v) {
        const double d = distance(p, mesh.point(v));
        if (d < best.distance) best = {ObstacleFeature::vertex, v.number(), d};
        return true;
      },
      [&](HalfEdgeId e) {
        const double d = distance(p, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
        if (d >= best.distance) return Side::wall;
        if (!mesh.constrained(e)) return Side::pass;
        best = {ObstacleFeature::edge, e.number(), d};
        return Side::wall;
      });
  return best;
}

ObstacleFeature nearest_free_side(const World& world, const Point& p, const Location& at,
                                  double limit, bool any) {
  struct Step {
    double distance;
    TriangleId triangle;
    bool operator>(const Step& o) const {
      return distance > o.distance || (distance == o.distance && triangle > o.triangle);
    }
  };
  const Mesh& mesh = world.mesh();
  ObstacleFeature best{ObstacleFeature::edge, none, limit};
  TriangleSet seen;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> queue;
  for_each_triangle_at(mesh, at, [&](TriangleId t) {
    if (seen.insert(t)) queue.push({0.0, t});
  });
  while (!queue.empty() && queue.top().distance < best.distance) {
    check_interrupt();
    const TriangleId t = queue.top().triangle;
    queue.pop();
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const HalfEdgeId other = mesh.twin(e);
      if (other == none) continue;
      const double d = distance(p, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
      if (d >= best.distance) continue;
      if (mesh.is_free(Mesh::triangle_of(other))) {
        best = {ObstacleFeature::edge, other.number(), d};
        if (any) return best;
      } else if (seen.insert(Mesh::triangle_of(other))) {
        queue.push({d, Mesh::triangle_of(other)});
      }
    }
  }
  return best;
}

ObstacleFeature nearest_feature(const World& world, const Point& p, const Location& at) {
  const Mesh& mesh = world.mesh();
  if (is_clear(mesh, at)) return nearest_feature_in_free(world, p, Mesh::triangle_of(at.half_edge));
  if (!touches_free(mesh, at)) return nearest_free_side(world, p, at, infinity, false);
  if (at.kind == Location::vertex)
    return {ObstacleFeature::vertex, mesh.origin(at.half_edge).number(), 0.0};
  return {ObstacleFeature::edge, at.half_edge.number(), 0.0};
}

Handle owner(const World& world, const ObstacleFeature& feature) {
  if (feature.index == none) return -1;
  const Mesh& mesh = world.mesh();
  std::vector<Handle> owners;
  if (feature.kind == ObstacleFeature::edge) {
    owners = world.owners_of_edge(feature.half_edge());
  } else {
    owners = world.owners_of_vertex(feature.vertex_id());
    if (owners.empty()) {
      // A crossing of edges: it belongs to the obstacles of these edges.
      const HalfEdgeId first = mesh.vertices[feature.vertex_id()].edge;
      HalfEdgeId e = first;
      do {
        if (mesh.constrained(e)) {
          const auto more = world.owners_of_edge(e);
          owners.insert(owners.end(), more.begin(), more.end());
        }
        e = mesh.rotate_ccw(e);
      } while (e != first && e != none);
      std::sort(owners.begin(), owners.end());
    }
  }
  for (const Handle h : owners)
    if (h >= 0) return h;
  return -1;
}

}  // namespace clearway
