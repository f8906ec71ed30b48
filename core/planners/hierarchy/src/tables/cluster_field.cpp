#include "cluster_field.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "mesh/portals.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"

namespace clearway {
ClusterField::ClusterField(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of,
                           double radius)
    : world_(world), cluster_of_(cluster_of), radius_(radius) {}

// The triangles of the cluster that contain the node or, if there are none, those across a portal
// from a triangle that does.
void ClusterField::find_seeds(ClusterId cluster, const Point& node) {
  const Mesh& mesh = world_.mesh();
  seeds_.clear();
  const Location at = world_.locate(node);
  for_each_triangle_at(mesh, at, [&](TriangleId t) {
    if (cluster_of_[t] == cluster) seeds_.push_back({t, none});
  });
  if (!seeds_.empty()) return;
  for_each_triangle_at(mesh, at, [&](TriangleId t) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const HalfEdgeId twin = mesh.twin(e);
      if (cluster_of_[Mesh::triangle_of(twin)] == cluster)
        seeds_.push_back({Mesh::triangle_of(twin), twin});
    }
  });
}

void ClusterField::collect_triangles(ClusterId cluster, std::span<const Point> nodes,
                                     std::vector<TriangleId>& triangles,
                                     IdVector<TriangleId, Index>& row_of) {
  const Mesh& mesh = world_.mesh();
  const auto add = [&](TriangleId t) {
    if (row_of[t] != none || triangles.size() == arrived) return;
    row_of[t] = static_cast<Index>(triangles.size());
    triangles.push_back(t);
  };
  for (const Point& node : nodes) {
    find_seeds(cluster, node);
    for (const Seed& seed : seeds_) add(seed.triangle);
  }
  for (std::size_t k = 0; k < triangles.size(); ++k)
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangles[k], i);
      if (!is_portal(mesh, e)) continue;
      const TriangleId other = Mesh::triangle_of(mesh.twin(e));
      if (cluster_of_[other] == cluster) add(other);
    }
}

// Whether the disc gets through a triangle from one edge to another, or to the node (exit: none).
bool ClusterField::passes(HalfEdgeId entry, const Point& node, HalfEdgeId exit) const {
  if (!(radius_ > 0)) return true;
  if (exit == none) return departs(world_, Mesh::triangle_of(entry), node, entry, 2 * radius_);
  return world_.turn_width(Mesh::next(entry) == exit ? exit : entry) >= 2 * radius_;
}

Point ClusterField::centroid(TriangleId t) const {
  const Mesh& mesh = world_.mesh();
  const Triangle& corners = mesh.triangles[t];
  return clearway::centroid(mesh.point(corners.vertex[0]), mesh.point(corners.vertex[1]),
                            mesh.point(corners.vertex[2]));
}

// Narrows the funnel to a portal. Where one side crosses the other, that side's corner becomes the
// apex; corners between it and the portal are forgotten.
void ClusterField::advance(Label& label, const Point& left, const Point& right) {
  const Point apex = label.apex;
  const auto turn_at = [&](const Point& corner) {
    label.to_apex += distance(apex, corner);
    label.apex = corner;
    label.left = left;
    label.right = right;
  };
  if (orientation(apex, label.right, right) >= 0) {
    if (!(label.left == apex) && orientation(apex, label.left, right) > 0)
      return turn_at(label.left);
    label.right = right;
  }
  if (orientation(apex, label.left, left) <= 0) {
    if (!(label.right == apex) && orientation(apex, label.right, left) < 0)
      return turn_at(label.right);
    label.left = left;
  }
}

double ClusterField::length(const Label& label, const Point& to) {
  const auto around = [&](const Point& corner) {
    return label.to_apex + distance(label.apex, corner) + distance(corner, to);
  };
  if (!(label.left == label.apex) && orientation(label.apex, label.left, to) > 0)
    return around(label.left);
  if (!(label.right == label.apex) && orientation(label.apex, label.right, to) < 0)
    return around(label.right);
  return label.to_apex + distance(label.apex, to);
}

// Dijkstra's algorithm over the triangles, by the distances of their centroids.
std::span<const ClusterField::NextStep> ClusterField::compute(
    ClusterId cluster, const Point& node, std::span<const TriangleId> triangles,
    const IdVector<TriangleId, Index>& row_of, TriangleId& outside) {
  const Mesh& mesh = world_.mesh();
  labels_.assign(triangles.size(), {{}, {}, {}, 0, infinity, none, false, false});
  steps_.assign(triangles.size(), {infinity, arrived});
  heap_.clear();
  find_seeds(cluster, node);
  outside = none;
  for (const auto& [t, exit] : seeds_) {
    const Index i = row_of[t];
    if (i == none) continue;
    if (exit != none) outside = Mesh::triangle_of(mesh.twin(exit));
    labels_[i] = {node, node, node, 0, distance(node, centroid(t)), exit, true, false};
    heap_.push({labels_[i].distance, i});
  }
  while (!heap_.empty()) {
    const Index i = heap_.pop().item;
    if (labels_[i].is_done) continue;
    labels_[i].is_done = true;
    const Label label = labels_[i];
    const TriangleId t = triangles[i];
    steps_[i].excess = std::max(0.0, label.distance - distance(node, centroid(t)));
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k);
      if (e == label.exit || !is_portal(mesh, e)) continue;
      const HalfEdgeId twin = mesh.twin(e);
      const TriangleId other = Mesh::triangle_of(twin);
      const Index j = cluster_of_[other] == cluster ? row_of[other] : none;
      if (j == none || labels_[j].is_done || !passes(e, node, label.exit)) continue;
      Label next = label;
      // Seen from inside the triangle, the target of its half-edge is on the left.
      const Point left = mesh.point(mesh.target(e)), right = mesh.point(mesh.origin(e));
      if (label.is_seed)
        next.left = left, next.right = right;
      else
        advance(next, left, right);
      next.exit = twin;
      next.is_seed = next.is_done = false;
      next.distance = length(next, centroid(other));
      if (!(next.distance < labels_[j].distance)) continue;
      labels_[j] = next;
      steps_[j].next = static_cast<std::uint16_t>(i);
      heap_.push({next.distance, j});
    }
  }
  return steps_;
}

}  // namespace clearway
