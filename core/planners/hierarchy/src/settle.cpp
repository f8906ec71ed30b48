// What questions read of a hierarchy: hops between nodes, bearings of triangles.
#include <limits>

#include "change.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "cluster_field.hpp"

namespace clearway {

void Hierarchy::mark(ClusterId cluster, bool has_moved) {
  groups_[cluster].has_moved |= has_moved;
  if (groups_[cluster].is_stale) return;
  groups_[cluster].is_stale = true;
  stale_.push_back(cluster);
}

void Hierarchy::list_hops(ClusterId c) {
  Cluster& cluster = groups_[c];
  const std::size_t count = cluster.nodes.size();
  const auto number = [&](NodeId node) -> Index& {
    return nodes_[node].a == c ? nodes_[node].in_a : nodes_[node].in_b;
  };
  cluster.places.resize(count);
  cluster.lengths.assign(count * count, std::numeric_limits<double>::infinity());
  cluster.hops.resize(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    number(cluster.nodes[i]) = static_cast<Index>(i);
    cluster.places[i] = nodes_[cluster.nodes[i]].place;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const NodeId node = cluster.nodes[i];
    for (const Link& link : links_[node]) {
      if (nodes_[link.to].a != c && nodes_[link.to].b != c) continue;
      const std::size_t at = i * count + number(link.to);
      cluster.lengths[at] = link.length;
      cluster.hops[at] = {link.edge.number(), sides(link.to, node)};
    }
  }
}

void Hierarchy::take_bearings(ClusterField& approach, ClusterId c) {
  Cluster& cluster = groups_[c];
  const std::size_t count = cluster.nodes.size();
  approach.gather(c, cluster.places, cluster.triangles, number_);
  cluster.excess.resize(cluster.triangles.size() * count);
  cluster.next.resize(cluster.excess.size());
  cluster.beyond.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t at = k;
    for (const ClusterField::NextStep& b :
         approach.spread(c, cluster.places[k], cluster.triangles, number_, cluster.beyond[k])) {
      cluster.excess[at] = static_cast<float>(b.excess);
      cluster.next[at] = b.next;
      at += count;
    }
  }
}

void Hierarchy::settle(const World& world) {
  Change change(*this);
  // A triangle may have gone from one cluster to another.
  for (const ClusterId c : stale_) {
    if (!groups_[c].has_moved) continue;
    for (const TriangleId t : groups_[c].triangles) number_[t] = none;
    groups_[c].triangles.clear();
  }
  ClusterField approach(world, clusters_, radii_.least);
  for (const ClusterId c : stale_) {
    check_interrupt(static_cast<std::uint32_t>(16 * groups_[c].size + 1));
    list_hops(c);
    if (groups_[c].has_moved) take_bearings(approach, c);
    groups_[c].is_stale = groups_[c].has_moved = false;
  }
  stale_.clear();
  change.done();
}

}  // namespace clearway
