// The points that a disc can reach from one start: one flood over the portals that it can pass
// answers queries for any number of points.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "query/exact_departures.hpp"

namespace clearway {

class ReachedArea {
 public:
  // The disc, of radius > 0, fits at the start. `may_reach`: by triangle, 0 where its centre cannot
  // be. Valid until the world's next edit. Linear in the area that the disc can reach.
  ReachedArea(const World& world, const LocatedPoint& start, double radius,
              IdVector<TriangleId, char> may_reach);

  // By triangle: 0 where the centre of the disc cannot be.
  const IdVector<TriangleId, char>& triangles() const { return triangles_; }

  // Whether the disc can reach a point at which it fits. Exact up to the world's max_radius; always
  // true above it.
  bool contains(const LocatedPoint& point);

 private:
  void flood();
  void exclude_uncrossed_triangles();
  void leave(HalfEdgeId exit);

  const World& world_;
  const Mesh& mesh_;
  const LocatedPoint start_;
  const double width_;
  const bool is_known_;  // the mesh knows every gate
  bool is_start_local_ = true;
  IdVector<TriangleId, char> triangles_;
  IdVector<HalfEdgeId, char> crossed_;  // by half-edge entered
  std::vector<HalfEdgeId> queue_;
  ExactDepartures ends_;
};

}  // namespace clearway
