// The partition of the free triangles into clusters, with the sizes and borders of the clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/planners/hierarchy_stats.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"
#include "stale_clusters.hpp"

namespace clearway {

class ClusterPartition {
 public:
  struct Cluster {
    Index size = 0, cut = 0;            // triangles; their edges that are portals to other clusters
    Index base_size = 0, base_cut = 0;  // at the last set_base()
  };

  // Marks a cluster in `stale` whenever a triangle joins or leaves it.
  explicit ClusterPartition(StaleClusters& stale) : stale_(stale) {}

  // none: the triangle is not free.
  ClusterId of(TriangleId slot) const {
    return slot.number() < cluster_of_.size() ? cluster_of_[slot] : ClusterId(none);
  }
  const IdVector<TriangleId, ClusterId>& by_slot() const { return cluster_of_; }
  const IdVector<ClusterId, Cluster>& clusters() const { return clusters_; }
  std::size_t triangles() const { return triangles_; }
  // Portals between clusters, each counted from both sides.
  std::size_t cuts() const { return cuts_; }

  // Starts again with these clusters. Triangles that are not free get none.
  void assign(const Mesh& mesh, const IdVector<TriangleId, ClusterId>& cluster_of_slot);
  void clear() noexcept;
  // Slots beyond the old ones have no cluster.
  void resize(std::size_t slots);
  // Clusters up to this one exist from now on, some without triangles.
  void extend_to(ClusterId last);

  // Moves a triangle to another cluster, which may be new; none: it is no longer free. Afterwards
  // count_cuts_around() it and every other moved triangle.
  void move(TriangleId slot, ClusterId cluster);
  // Counts the cuts of a triangle and of its neighbours again.
  void count_cuts_around(const Mesh& mesh, TriangleId slot);
  // Gives new free triangles a cluster: that of a neighbour, by the widest portal, from the rim
  // inwards. A pocket without labelled neighbours is a new cluster. Appends all clusters of the
  // triangles to `touched`.
  void add(const Mesh& mesh, std::span<const TriangleId> slots, std::vector<ClusterId>& touched);

  // The present shape of a cluster is the one that later shapes are compared with.
  void set_base(ClusterId cluster);
  // The size that clusters should have.
  double target_size() const;
  HierarchyQuality quality() const;
  std::size_t bytes() const;

 private:
  std::uint8_t cut_of(const Mesh& mesh, TriangleId slot) const;
  void count_cuts(const Mesh& mesh, TriangleId slot);
  ClusterId widest_neighbour(const Mesh& mesh, TriangleId slot) const;
  double cut_quality(std::size_t clusters) const;

  StaleClusters& stale_;
  IdVector<TriangleId, ClusterId> cluster_of_;
  IdVector<TriangleId, std::uint8_t> cuts_of_;  // edges that are portals to other clusters
  IdVector<ClusterId, Cluster> clusters_;
  std::size_t triangles_ = 0, cuts_ = 0;
  double base_mean_ = 0, base_quality_ = 0;  // at assign(): mean size, cut_quality()
};

}  // namespace clearway
