// Reachability between points, without a search: BottleneckCells connects the portals of the mesh,
// query/exact_departures.hpp connects the ends of a query to portals.
//
// Exact for radii up to World::max_radius().
#pragma once

#include <span>

#include "clearway/world/world.hpp"
#include "query/bottleneck_cells.hpp"

namespace clearway {

class Bottlenecks {
 public:
  // The world must outlive it.
  explicit Bottlenecks(const World& world) : world_(world), cells_(world) {}

  // As BottleneckCells: after an edit it must be updated before the next query.
  void update(std::span<const TriangleId> touched) { cells_.update(touched); }

  // Whether a disc of this radius fits at a and at b and can move from one to the other. Radius 0:
  // a point, which may touch walls but not pass where obstacles touch.
  bool reachable(const Point& a, const Point& b, double radius) const;

  // The largest radius for which reachable() holds; -1 if not even 0.
  double max_radius(const Point& a, const Point& b) const;

 private:
  // Width of the bottleneck from a to b for a disc of this diameter that fits at both.
  double widest(const LocatedPoint& a, const LocatedPoint& b, double diameter) const;

  const World& world_;
  BottleneckCells cells_;
};

}  // namespace clearway
