// Next steps from every triangle of a cluster towards a node on its border, precomputed, so that a
// query connects its ends to the nodes without a search.
//
// A tree of triangles grows from the node. The distance of a triangle is that of its centroid,
// along a funnel that is reduced to three points (apex, left, right): an estimate, which is good
// enough to choose a direction. The resulting channel is pulled tight and, for discs, tested before
// use. Each triangle keeps only the shortest way to it. So a disc that could enter a triangle by
// two edges, and continue from one of them only, may get no next step.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/heap.hpp"
#include "clearway/world/world.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

class ClusterField {
 public:
  struct NextStep {
    double excess;       // length minus straight distance, from the centroid; infinity: unreachable
    std::uint16_t next;  // row of the next triangle; arrived: this one holds the node
  };
  static constexpr std::uint16_t arrived = 0xffff;  // also the largest number of rows

  // For discs of this radius.
  ClusterField(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of,
               double radius);

  // Appends the triangles of a cluster that portals connect with one of the nodes, and writes their
  // rows to row_of, where they were none.
  void collect_triangles(ClusterId cluster, std::span<const Point> nodes,
                         std::vector<TriangleId>& triangles, IdVector<TriangleId, Index>& row_of);
  // A step for each of these triangles, towards one of the nodes; valid until the next call. Where
  // rounding has put the node next to its portal, outside the cluster, the last step leads to the
  // triangle `outside`; otherwise that is none.
  std::span<const NextStep> compute(ClusterId cluster, const Point& node,
                                    std::span<const TriangleId> triangles,
                                    const IdVector<TriangleId, Index>& row_of, TriangleId& outside);

 private:
  // A triangle of the tree, with its funnel.
  struct Label {
    Point apex, left, right;
    double to_apex, distance;  // lengths: node to apex, node to centroid
    HalfEdgeId exit;           // towards the node; none: the node is in the triangle
    bool is_seed, is_done;
  };
  struct Seed {
    TriangleId triangle;
    HalfEdgeId exit;
  };
  void find_seeds(ClusterId cluster, const Point& node);
  bool passes(HalfEdgeId entry, const Point& node, HalfEdgeId exit) const;
  Point centroid(TriangleId t) const;
  static void advance(Label& label, const Point& left, const Point& right);
  static double length(const Label& label, const Point& to);

  const World& world_;
  const IdVector<TriangleId, ClusterId>& cluster_of_;
  double radius_;
  Heap<Index> heap_;
  std::vector<Seed> seeds_;
  std::vector<Label> labels_;    // by row
  std::vector<NextStep> steps_;  // by row
};

}  // namespace clearway
