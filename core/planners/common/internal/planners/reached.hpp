// Which points a disc can reach from one start: a flood over the portals that it passes, kept for
// any number of points.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "query/exact_departures.hpp"

namespace clearway {

class Reached {
 public:
  // The disc, of radius > 0, fits at the start. `may_reach`: by triangle, 0 where its center
  // cannot be. Valid until the world's next edit. Linear in what the disc gets to.
  Reached(const World& world, const LocatedPoint& start, double radius,
          IdVector<TriangleId, char> may_reach);

  // By triangle: 0 where the disc cannot have its center.
  const IdVector<TriangleId, char>& triangles() const { return triangles_; }

  // Whether the disc gets to the place, at which it fits. Exact up to the world's max_radius; true
  // above it.
  bool contains(const LocatedPoint& place);

 private:
  void spread();
  void narrow();
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
