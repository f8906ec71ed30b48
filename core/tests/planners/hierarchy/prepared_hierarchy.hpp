// A hierarchy with all its paths, for tests.
#pragma once

#include "clearway/planners/optimal.hpp"
#include "clearway/world/world.hpp"
#include "funnel/disc_funnel.hpp"
#include "planners/hierarchy/hierarchy.hpp"

namespace clearway {

// Clusters by the square of a lattice that contains a triangle's centroid.
inline IdVector<TriangleId, ClusterId> squares(const World& world, double side, Index per_row) {
  const Mesh& mesh = world.mesh();
  IdVector<TriangleId, ClusterId> out(mesh.triangles.size(), none);
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    double x = 0, y = 0;
    for (Index k = 0; k < 3; ++k) {
      const Point p = mesh.point(mesh.origin(Mesh::half_edge(t, k)));
      x += p.x / 3;
      y += p.y / 3;
    }
    out[t] = ClusterId(static_cast<Index>(y / side) * per_row + static_cast<Index>(x / side));
  }
  return out;
}

// Over a world of 9 x 9, with 3 x 3 clusters.
struct PreparedHierarchy {
  const World& world;
  OptimalSearch optimal{world};
  DiscFunnel funnel{world.mesh()};
  ExactSearch exact = [this](const Point& a, const Point& b, double radius) {
    return optimal.find(a, b, radius);
  };
  Hierarchy hierarchy;

  PreparedHierarchy(const World& w, const RadiusRange& radii) : world(w), hierarchy(radii, 3, 0.1) {
    hierarchy.partition(world, squares(world, 3, 3));
    complete();
  }
  void complete() {
    while (hierarchy.pending() > 0) {
      std::vector<std::vector<CachedPath>> paths;
      for (const Hierarchy::PendingEdge& edge : hierarchy.pending_edges(16))
        paths.push_back(
            compute_cached_paths(world, funnel, exact, edge.from, edge.to, edge.radii, 0.1));
      hierarchy.store(world, std::move(paths));
    }
    hierarchy.prepare_queries(world);
    hierarchy.validate(world);
  }
};

}  // namespace clearway
