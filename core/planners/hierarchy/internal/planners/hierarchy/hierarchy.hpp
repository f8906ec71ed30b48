// The hierarchy of planner "thpa*" (Bhatena 2014, chapters 4 to 6): clusters of free triangles,
// nodes on the borders between clusters, and cached shortest paths between the nodes of a cluster,
// for one radius or for a range of radii (cached_path.hpp). docs/explanation/thpa.md lists the
// questions that the document leaves open, and the choices. hierarchy_query.hpp plans paths with
// it.
//
// Use: partition(); then compute the pending edges and store() their paths until none is left; then
// prepare_queries(). The same after edited(), which makes only those edges pending that the edit
// may have changed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/planners/hierarchy_stats.hpp"
#include "clearway/world/world.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/degraded_region.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"
#include "planners/hierarchy/hierarchy_state.hpp"

namespace clearway {

struct HierarchyData;

class Hierarchy {
 public:
  // `per_border`: at most this many nodes on the border of two clusters for any one radius.
  // `tolerance`: of compute_cached_paths(); without effect for one radius.
  Hierarchy(const RadiusRange& radii, Index per_border, double tolerance);
  ~Hierarchy();
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  const RadiusRange& radii() const;
  double tolerance() const;
  // Grows whenever nodes may have changed.
  std::uint64_t generation() const;

  // Gives each slot of the mesh its cluster (none: not free), chooses nodes again and makes all
  // their edges pending.
  void partition(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot);

  // An edge whose paths have to be computed, by compute_cached_paths() for these radii.
  struct PendingEdge {
    Point from, to;
    RadiusRange radii;
  };
  std::size_t pending() const;
  // The first pending edges, at most `max_count`. Threads may compute them in any order.
  std::vector<PendingEdge> pending_edges(std::size_t max_count) const;
  // Stores the paths of the first pending edges, in the order of pending_edges().
  void store(const World& world, std::vector<std::vector<CachedPath>> paths);
  // Computes the tables that queries read. Linear in the size of the changed clusters.
  void prepare_queries(const World& world);
  // Nothing is pending, and prepare_queries() has been called since the last change. Queries need
  // this.
  bool is_ready() const;
  // A change was cut short by an interrupt or because memory ran out. The hierarchy is then empty,
  // and an exact search answers every query, until the next partition().
  bool is_lost() const;

  // Call after every edit of the world: gives new triangles clusters, removes and adds nodes, and
  // makes edges pending. Linear in the size of the edit, plus one test per edge if the edit removed
  // an obstacle.
  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added);

  // Whether edits have changed clusters since the last degraded_regions().
  bool has_unchecked_clusters() const;
  // Disjoint regions to be cut again, among the clusters that edits have changed since the last
  // call.
  std::vector<DegradedRegion> degraded_regions(const World& world);
  // Cuts a region of the current mesh again: slots[i] is in part part_of[i] < region.parts. Only
  // nodes on the borders of its clusters are chosen again.
  void recut(const World& world, const DegradedRegion& region,
             std::span<const std::int32_t> part_of);

  // The result of partition() and store() as data, while nothing is pending; and the same hierarchy
  // on an equal mesh, given the slots of that mesh.
  //
  // restore() accepts untrusted states. It throws InvalidInput, before anything changes, when an
  // index, count, order, radius or length does not fit the mesh or the rest of the state. A node
  // where no disc fits is left out. An edge with a path that cannot be confirmed (refit) becomes
  // pending. So every restored path is legal, leads from node to node and has the stored length.
  // Not checked: that paths are shortest, and that nodes and clusters are well chosen. A bad state
  // can make paths longer, but never illegal, and the status is that of an exact search.
  HierarchyState state() const;
  void restore(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of_slot,
               HierarchyState state);

  Point node_position(NodeId node) const;
  std::vector<NodeId> live_nodes() const;
  // Both nodes of each edge that has a path for the radius.
  std::vector<std::pair<NodeId, NodeId>> live_edges(double radius) const;
  double length(NodeId u, NodeId v, double radius) const;  // infinity: no path
  ClusterId cluster_of(TriangleId slot) const;             // none: not free
  // The mean ratio of cached paths to straight distances, clamped to 1 to 2.
  double stretch() const;
  HierarchyQuality quality() const;  // linear in the number of clusters
  HierarchyStats stats() const;      // linear in the size of the hierarchy
  // Checks every invariant that queries and edits rely on, from scratch. Throws InternalError.
  void validate(const World& world) const;

  // Makes the hierarchy empty without reading or freeing its parts, which a thread that no longer
  // exists may have been changing (after fork()). Their memory is leaked.
  void abandon() noexcept;

 private:
  friend class HierarchyQuery;
  std::unique_ptr<HierarchyData> data_;
};

}  // namespace clearway
