#include "degraded_regions.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "mesh/portals.hpp"

namespace clearway {
namespace {

using Cluster = ClusterPartition::Cluster;

// A cluster is cut again when, since it was last cut, it has grown beyond `max_growth` times its
// size, shrunk below the mean divided by `max_shrinkage`, or its border has grown beyond
// `max_border_growth` times its length (plus `spare_portals`: a short border doubles soon).
constexpr double max_growth = 2, max_shrinkage = 4, max_border_growth = 2, spare_portals = 8;

bool is_too_large(const ClusterPartition& partition, const Cluster& c) {
  return c.size > max_growth * std::max<double>(c.base_size, partition.target_size());
}

bool is_degraded(const ClusterPartition& partition, const Cluster& c) {
  if (c.size == 0) return false;
  if (is_too_large(partition, c)) return true;
  if (c.size < partition.target_size() / max_shrinkage && c.size * max_shrinkage < c.base_size)
    return true;
  return c.cut > max_border_growth * c.base_cut + spare_portals;
}

// The other cluster that most portals lead to; the smallest id of several; none: no portals.
ClusterId closest_neighbour(const Mesh& mesh, const ClusterPartition& partition, ClusterId cluster,
                            std::span<const TriangleId> slots) {
  std::unordered_map<ClusterId, int> shared;
  ClusterId best = none;
  for (const TriangleId t : slots) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const ClusterId other = partition.of(Mesh::triangle_of(mesh.twin(e)));
      if (other == none || other == cluster) continue;
      const int count = ++shared[other];
      if (best == none || count > shared[best] || (count == shared[best] && other < best))
        best = other;
    }
  }
  return best;
}

// Fills the graph of a region with triangles. `index_of` is scratch: none everywhere, before and
// after.
void list_neighbours(const Mesh& mesh, DegradedRegion& region,
                     IdVector<TriangleId, Index>& index_of) {
  for (std::size_t i = 0; i < region.slots.size(); ++i)
    index_of[region.slots[i]] = static_cast<Index>(i);
  region.starts.push_back(0);
  for (const TriangleId t : region.slots) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const Index other = index_of[Mesh::triangle_of(mesh.twin(e))];
      if (other != none) region.neighbours.push_back(static_cast<std::int32_t>(other));
    }
    region.starts.push_back(static_cast<std::int64_t>(region.neighbours.size()));
  }
  for (const TriangleId t : region.slots) index_of[t] = none;
}

}  // namespace

std::vector<DegradedRegion> find_degraded_regions(const Mesh& mesh,
                                                  const ClusterPartition& partition,
                                                  std::span<const ClusterId> clusters) {
  const IdVector<ClusterId, Cluster>& all = partition.clusters();
  std::vector<ClusterId> degraded;
  for (const ClusterId c : clusters)
    if (c.number() < all.size() && is_degraded(partition, all[c])) degraded.push_back(c);
  std::sort(degraded.begin(), degraded.end());
  degraded.erase(std::unique(degraded.begin(), degraded.end()), degraded.end());
  std::vector<DegradedRegion> out;
  if (degraded.empty()) return out;

  IdVector<ClusterId, std::vector<TriangleId>> slots_of(all.size());
  for (const TriangleId t : partition.by_slot().ids())
    if (partition.of(t) != none) slots_of[partition.of(t)].push_back(t);
  IdVector<ClusterId, bool> is_used(all.size());
  IdVector<TriangleId, Index> index_of(partition.by_slot().size(), none);
  for (const ClusterId c : degraded) {
    if (is_used[c]) continue;
    DegradedRegion region;
    region.clusters = {c};
    if (!is_too_large(partition, all[c])) {
      const ClusterId other = closest_neighbour(mesh, partition, c, slots_of[c]);
      if (other != none && !is_used[other]) region.clusters.push_back(other);
    }
    for (const ClusterId member : region.clusters) {
      is_used[member] = true;
      const std::vector<TriangleId>& slots = slots_of[member];
      region.slots.insert(region.slots.end(), slots.begin(), slots.end());
    }
    list_neighbours(mesh, region, index_of);
    const double parts = static_cast<double>(region.slots.size()) / partition.target_size();
    region.parts = std::max<Index>(1, static_cast<Index>(std::lround(parts)));
    out.push_back(std::move(region));
  }
  return out;
}

}  // namespace clearway
