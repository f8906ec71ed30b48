// Chooses the nodes on the borders between clusters.
#pragma once

#include <span>
#include <vector>

#include "abstract_graph.hpp"
#include "clearway/planners/radius_range.hpp"
#include "clearway/world/world.hpp"
#include "partition/cluster_partition.hpp"

namespace clearway {

// Two clusters, a < b, and the portals between them, as half-edges of triangles of a.
struct Border {
  ClusterId a, b;
  std::vector<HalfEdgeId> portals;
};

// The borders that these triangles are part of, by ascending clusters, with the portals of these
// triangles.
std::vector<Border> borders_of(const Mesh& mesh, const ClusterPartition& partition,
                               std::span<const TriangleId> slots);

class NodePlacement {
 public:
  // At most `per_border` nodes on a border for any one radius. `triangles`: free ones in the world.
  NodePlacement(const World& world, const RadiusRange& radii, Index per_border,
                std::size_t triangles)
      : world_(world), radii_(radii), per_border_(per_border), triangles_(triangles) {}

  // Adds nodes to a border, which may have some: on the widest portal first, then on those farthest
  // from the existing nodes. For a range of radii once more for discs of half the radius of the
  // largest that fits.
  void add_nodes(const Border& border, AbstractGraph& graph, std::uint64_t generation) const;

  // Radius of the largest disc that fits at a point, rounded down; negative: the smallest disc of
  // the range does not. On a wall or a corner no disc fits, not even a point: paths on both sides
  // of the wall would meet there.
  double reach_at(const Point& point) const;

  // Whether the smallest disc is confined to a small part of the world. Such a point is no node: to
  // prove that there is no path to it from the other nodes may take a search of the whole world.
  bool is_enclosed(const Point& point) const;

 private:
  struct Candidate {
    Point position;
    double reach;  // negative: there is none
  };
  Candidate point_on(HalfEdgeId portal, double radius) const;
  double add_nodes_for(double radius, const Border& border, AbstractGraph& graph,
                       std::uint64_t generation) const;

  const World& world_;
  const RadiusRange& radii_;
  Index per_border_;
  std::size_t triangles_;
};

}  // namespace clearway
