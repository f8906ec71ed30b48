#include "cluster_field.hpp"

#include <algorithm>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "mesh/portals.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

ClusterField::ClusterField(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of,
                           double radius)
    : world_(world), cluster_of_(cluster_of), radius_(radius) {}

void ClusterField::find_seeds(ClusterId cluster, const Point& place) {
  const Mesh& mesh = world_.mesh();
  seeds_.clear();
  const Location at = world_.locate(place);
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

void ClusterField::gather(ClusterId cluster, std::span<const Point> places,
                          std::vector<TriangleId>& triangles,
                          IdVector<TriangleId, Index>& number_of) {
  const Mesh& mesh = world_.mesh();
  const auto add = [&](TriangleId t) {
    if (number_of[t] != none || triangles.size() == arrived) return;
    number_of[t] = static_cast<Index>(triangles.size());
    triangles.push_back(t);
  };
  for (const Point& place : places) {
    find_seeds(cluster, place);
    for (const auto& [t, out] : seeds_) add(t);
  }
  for (std::size_t k = 0; k < triangles.size(); ++k)
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangles[k], i);
      if (!is_portal(mesh, e)) continue;
      const TriangleId other = Mesh::triangle_of(mesh.twin(e));
      if (cluster_of_[other] == cluster) add(other);
    }
}

// Whether the disc gets from the side `in` of a triangle to the side `out` of it, or to the place.
bool ClusterField::passes(HalfEdgeId in, const Point& place, HalfEdgeId out) const {
  if (!(radius_ > 0)) return true;
  if (out == none) return departs(world_, Mesh::triangle_of(in), place, in, 2 * radius_);
  return world_.around(Mesh::next(in) == out ? out : in) >= 2 * radius_;
}

// The wedge from the apex, on through a portal. Where one side reaches over the other, that becomes
// the apex; corners between it and the portal are forgotten.
void ClusterField::advance(Label& label, const Point& left, const Point& right) {
  const Point apex = label.apex;
  const auto turn_at = [&](const Point& corner) {
    label.gone += distance(apex, corner);
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
    return label.gone + distance(label.apex, corner) + distance(corner, to);
  };
  if (!(label.left == label.apex) && orientation(label.apex, label.left, to) > 0)
    return around(label.left);
  if (!(label.right == label.apex) && orientation(label.apex, label.right, to) < 0)
    return around(label.right);
  return label.gone + distance(label.apex, to);
}

std::span<const ClusterField::NextStep> ClusterField::spread(
    ClusterId cluster, const Point& place, std::span<const TriangleId> triangles,
    const IdVector<TriangleId, Index>& number_of, TriangleId& beyond) {
  const Mesh& mesh = world_.mesh();
  const auto middle = [&](TriangleId t) {
    const Triangle& corners = mesh.triangles[t];
    const Point a = mesh.point(corners.vertex[0]), b = mesh.point(corners.vertex[1]),
                c = mesh.point(corners.vertex[2]);
    return Point{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
  };
  labels_.assign(triangles.size(), {{}, {}, {}, 0, infinity, none, false, false});
  bearings_.assign(triangles.size(), {infinity, arrived});
  heap_.clear();
  find_seeds(cluster, place);
  beyond = none;
  for (const auto& [t, out] : seeds_) {
    const Index i = number_of[t];
    if (i == none) continue;
    if (out != none) beyond = Mesh::triangle_of(mesh.twin(out));
    labels_[i] = {place, place, place, 0, distance(place, middle(t)), out, true, false};
    heap_.push({labels_[i].away, i});
  }
  while (!heap_.empty()) {
    const Index i = heap_.pop().item;
    if (labels_[i].is_done) continue;
    labels_[i].is_done = true;
    const Label label = labels_[i];
    const TriangleId t = triangles[i];
    bearings_[i].excess = std::max(0.0, label.away - distance(place, middle(t)));
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k);
      if (e == label.out || !is_portal(mesh, e)) continue;
      const HalfEdgeId twin = mesh.twin(e);
      const TriangleId other = Mesh::triangle_of(twin);
      const Index j = cluster_of_[other] == cluster ? number_of[other] : none;
      if (j == none || labels_[j].is_done || !passes(e, place, label.out)) continue;
      Label next = label;
      // Seen from inside, the far end of a side is on the left.
      const Point left = mesh.point(mesh.target(e)), right = mesh.point(mesh.origin(e));
      if (label.is_seed)
        next.left = left, next.right = right;
      else
        advance(next, left, right);
      next.out = twin;
      next.is_seed = next.is_done = false;
      next.away = length(next, middle(other));
      if (!(next.away < labels_[j].away)) continue;
      labels_[j] = next;
      bearings_[j].next = static_cast<std::uint16_t>(i);
      heap_.push({next.away, j});
    }
  }
  return bearings_;
}

}  // namespace clearway
