// Reachability between points, without a search.
//
// BottleneckForest orders the connections between the portals of the mesh (its free unconstrained
// edges) by their width (clearance.hpp), widest first, into a union-find forest (Kruskal). Two
// portals are connected at the width of the bottleneck between them, found by a climb of O(log n)
// steps in the forest. Preparation: sorting the corners of free triangles.
//
// Exact for radii up to World::max_radius(). query/exact_departures.hpp connects the ends of a
// query to portals.
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

  // Whether a disc of this radius fits at a and at b and can move from one to the other. Radius 0:
  // a point, which may touch walls but not pass where obstacles touch.
  bool reachable(const Point& a, const Point& b, double radius) const;

  // The largest radius for which reachable() holds; -1 if not even 0.
  double max_radius(const Point& a, const Point& b) const;

  // --- which points are connected, for every radius at once ---

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

  std::size_t memory() const {
    return nodes_.capacity() * sizeof(Node) + portal_.capacity() * sizeof(PortalId);
  }

 private:
  struct Node {
    PortalId parent;  // none: a root
    double width;     // at which it was joined to its parent
  };
  double joined(PortalId a, PortalId b) const;  // width at which two portals are joined; -1: never
  // Width of the bottleneck from a to b for a disc of this diameter that fits at both.
  double widest(const LocatedPoint& a, const LocatedPoint& b, double diameter) const;

  const World& world_;
  IdVector<PortalId, Node> nodes_;
  IdVector<HalfEdgeId, PortalId> portal_;  // of both half-edges; none where there is no portal
};

}  // namespace clearway
