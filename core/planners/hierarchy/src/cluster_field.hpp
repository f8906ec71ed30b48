// Ways from every triangle of a cluster to a place on its border, in advance: by them a query
// is joined to the nodes of its clusters without a search.
//
// A tree of triangles grows from the place. Of each triangle the way of its middle counts,
// pulled tight as far as three points tell (apex, left, right): an estimate, which says where
// to go. What is walked in the end is pulled tight and, for discs, tested by others. A disc
// that could enter a triangle by two sides, and by one of them not go on, may find no way here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/heap.hpp"
#include "clearway/planners/hierarchy_ids.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class ClusterField {
 public:
  // The way of one triangle.
  struct NextStep {
    double excess;  // by how much it is longer than straight, from its middle; infinity: no way
    std::uint16_t next;  // number of the triangle it goes on to; arrived: the place is here
  };
  static constexpr std::uint16_t arrived = 0xffff;  // more triangles than this are not gathered

  // `cluster_of` by slot; a disc of this radius is to pass.
  ClusterField(const World& world, const IdVector<TriangleId, ClusterId>& cluster_of,
               double radius);

  // Adds the triangles of a cluster that portals connect with one of the places, and says their
  // numbers by slot: number_of, none before.
  void gather(ClusterId cluster, std::span<const Point> places, std::vector<TriangleId>& triangles,
              IdVector<TriangleId, Index>& number_of);
  // A bearing for each of the triangles gathered, towards one of the places. Where rounding has
  // put the place beside its portal, out of the cluster, triangles arrive across from its
  // own one: `beyond`, else none.
  std::span<const NextStep> spread(ClusterId cluster, const Point& place,
                                   std::span<const TriangleId> triangles,
                                   const IdVector<TriangleId, Index>& number_of,
                                   TriangleId& beyond);

 private:
  struct Label {
    Point apex, left, right;
    double gone, away;  // to the apex, to the middle
    HalfEdgeId out;     // half-edge by which the way leaves; none: it does not
    bool is_seed, is_done;
  };
  void find_seeds(ClusterId cluster, const Point& place);
  bool passes(HalfEdgeId in, const Point& place, HalfEdgeId out) const;
  static void advance(Label& label, const Point& left, const Point& right);
  static double length(const Label& label, const Point& to);

  const World& world_;
  const IdVector<TriangleId, ClusterId>& cluster_of_;
  double radius_;
  Heap<Index> heap_;
  std::vector<std::pair<TriangleId, HalfEdgeId>> seeds_;  // triangles, half-edges as in Label::out
  std::vector<Label> labels_;
  std::vector<NextStep> bearings_;
};

}  // namespace clearway
