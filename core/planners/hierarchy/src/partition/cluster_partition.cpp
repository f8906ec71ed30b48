#include "cluster_partition.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/portals.hpp"

namespace clearway {

void ClusterPartition::assign(const Mesh& mesh,
                              const IdVector<TriangleId, ClusterId>& cluster_of_slot) {
  clear();
  resize(mesh.triangles.size());
  for (const TriangleId t : cluster_of_.ids())
    if (t.number() < cluster_of_slot.size() && cluster_of_slot[t] != none && mesh.is_live(t) &&
        mesh.is_free(t))
      move(t, cluster_of_slot[t]);
  for (const TriangleId t : cluster_of_.ids()) count_cuts(mesh, t);
  std::size_t used = 0;
  for (const ClusterId c : clusters_.ids()) {
    set_base(c);
    used += clusters_[c].size > 0;
  }
  base_mean_ = used ? static_cast<double>(triangles_) / static_cast<double>(used) : 0.0;
  base_quality_ = cut_quality(used);
}

void ClusterPartition::clear() noexcept {
  cluster_of_.clear();
  cuts_of_.clear();
  clusters_.clear();
  triangles_ = cuts_ = 0;
  base_mean_ = base_quality_ = 0;
}

void ClusterPartition::resize(std::size_t slots) {
  cluster_of_.resize(slots, none);
  cuts_of_.resize(slots, 0);
}

void ClusterPartition::extend_to(ClusterId last) {
  if (clusters_.size() <= last.number()) clusters_.resize(last.number() + std::size_t{1});
}

void ClusterPartition::move(TriangleId slot, ClusterId cluster) {
  const ClusterId old = cluster_of_[slot];
  if (old != none) {
    stale_.mark_shape(old);
    --clusters_[old].size;
    clusters_[old].cut -= cuts_of_[slot];
    cuts_ -= cuts_of_[slot];
    cuts_of_[slot] = 0;
    --triangles_;
  }
  cluster_of_[slot] = cluster;
  if (cluster == none) return;
  extend_to(cluster);
  stale_.mark_shape(cluster);
  ++clusters_[cluster].size;
  ++triangles_;
}

std::uint8_t ClusterPartition::cut_of(const Mesh& mesh, TriangleId slot) const {
  std::uint8_t count = 0;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(slot, i);
    if (!is_portal(mesh, e)) continue;
    const ClusterId other = cluster_of_[Mesh::triangle_of(mesh.twin(e))];
    count += other != none && other != cluster_of_[slot];
  }
  return count;
}

void ClusterPartition::count_cuts(const Mesh& mesh, TriangleId slot) {
  const ClusterId cluster = cluster_of_[slot];
  if (cluster == none) return;
  const std::uint8_t count = cut_of(mesh, slot);
  clusters_[cluster].cut += count - cuts_of_[slot];
  cuts_ += count;
  cuts_ -= cuts_of_[slot];
  cuts_of_[slot] = count;
}

void ClusterPartition::count_cuts_around(const Mesh& mesh, TriangleId slot) {
  count_cuts(mesh, slot);
  for (Index i = 0; i < 3; ++i)
    if (const HalfEdgeId twin = mesh.twin(Mesh::half_edge(slot, i)); twin != none)
      count_cuts(mesh, Mesh::triangle_of(twin));
}

// The cluster of the neighbour across the widest portal; none: no neighbour has one.
ClusterId ClusterPartition::widest_neighbour(const Mesh& mesh, TriangleId slot) const {
  ClusterId out = none;
  double widest = -1;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(slot, i);
    if (!is_portal(mesh, e)) continue;
    const ClusterId other = cluster_of_[Mesh::triangle_of(mesh.twin(e))];
    if (other != none && length_of_portal(mesh, e) > widest) {
      widest = length_of_portal(mesh, e);
      out = other;
    }
  }
  return out;
}

void ClusterPartition::add(const Mesh& mesh, std::span<const TriangleId> slots,
                           std::vector<ClusterId>& touched) {
  std::vector<TriangleId> open;
  for (const TriangleId t : slots)
    if (mesh.is_live(t) && mesh.is_free(t) && cluster_of_[t] == none) open.push_back(t);
  std::sort(open.begin(), open.end());
  open.erase(std::unique(open.begin(), open.end()), open.end());
  for (bool progress = true; progress && !open.empty();) {
    std::vector<TriangleId> rest;
    std::vector<std::pair<TriangleId, ClusterId>> found;
    for (const TriangleId t : open) {
      const ClusterId cluster = widest_neighbour(mesh, t);
      if (cluster == none)
        rest.push_back(t);
      else
        found.push_back({t, cluster});
    }
    // After the whole layer, so that the order of the triangles does not matter.
    for (const auto& [t, cluster] : found) move(t, cluster);
    progress = !found.empty();
    open.swap(rest);
  }
  const ClusterId pocket = clusters_.end_id();
  for (const TriangleId t : open) move(t, pocket);
  for (const TriangleId t : slots) {
    if (cluster_of_[t] == none) continue;
    touched.push_back(cluster_of_[t]);
    count_cuts_around(mesh, t);
  }
}

void ClusterPartition::set_base(ClusterId cluster) {
  Cluster& c = clusters_[cluster];
  c.base_size = c.size;
  c.base_cut = c.cut;
}

double ClusterPartition::target_size() const {
  return base_mean_ > 0 ? base_mean_ : std::max(1.0, std::sqrt(static_cast<double>(triangles_)));
}

// The cut relative to how it grows with the size of a planar graph that is partitioned well.
double ClusterPartition::cut_quality(std::size_t clusters) const {
  if (clusters < 2) return 0.0;
  return static_cast<double>(cuts_) /
         std::sqrt(static_cast<double>(triangles_) * static_cast<double>(clusters));
}

HierarchyQuality ClusterPartition::quality() const {
  HierarchyQuality out{0, triangles_, 0.0};
  for (const Cluster& c : clusters_) out.clusters += c.size > 0;
  if (base_quality_ > 0) out.decay = std::max(0.0, cut_quality(out.clusters) / base_quality_ - 1);
  return out;
}

std::size_t ClusterPartition::bytes() const {
  return cluster_of_.capacity() * (sizeof(ClusterId) + sizeof(std::uint8_t)) +
         clusters_.capacity() * sizeof(Cluster);
}

}  // namespace clearway
