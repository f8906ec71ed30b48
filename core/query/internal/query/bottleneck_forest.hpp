// Which portals and points of a world are connected, for every radius at once, as a forest. (Pairs
// of points: Bottlenecks, which edits keep up to date.)
//
// BottleneckForest orders the connections between the portals of the mesh (its free unconstrained
// edges) by their width (clearance.hpp), widest first, into a union-find forest (Kruskal).
// Preparation: sorting the corners of free triangles.
//
// Exact for radii up to World::max_radius(). query/exact_departures.hpp connects points to portals.
#pragma once

#include <span>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

using PortalId = Id<struct PortalTag>;  // a node of the forest

class BottleneckForest {
 public:
  // Valid until the world's next edit.
  explicit BottleneckForest(const World& world);

  // The forest. A disc of diameter d can move from one portal to another exactly if both have the
  // same highest ancestor by steps with d <= width(); widths decrease upwards.
  IdRange<PortalId> portals() const { return nodes_.ids(); }
  PortalId parent(PortalId node) const { return nodes_[node].parent; }  // none: a root
  double width(PortalId node) const { return nodes_[node].width; }
  // Of an unconstrained half-edge of a free triangle.
  PortalId node(HalfEdgeId half_edge) const { return portal_[half_edge]; }

  // A portal that every disc no wider than `width` can reach from p. Wider discs, up to `diameter`,
  // which fits at p, reach no portal. node none, width -1: not even a point does.
  struct Exit {
    PortalId node;
    double width;
  };
  Exit exit(const Point& p, double diameter) const;

  // Pairs of points that are connected for discs which reach no portal from either: those wider
  // than both exits, up to this width. Linear in the number of points, except where many lie in the
  // same pockets.
  struct Probe {
    Point point;
    double diameter, exit;  // as for exit(), and its width
  };
  struct ConnectedPair {
    Index a, b;  // into probes
    double width;
  };
  std::vector<ConnectedPair> near(std::span<const Probe> probes) const;

 private:
  struct Node {
    PortalId parent;  // none: a root
    double width;     // at which it was joined to its parent
  };

  const World& world_;
  IdVector<PortalId, Node> nodes_;
  IdVector<HalfEdgeId, PortalId> portal_;  // of both half-edges; none where there is no portal
};

}  // namespace clearway
