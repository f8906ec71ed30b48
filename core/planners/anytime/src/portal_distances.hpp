// Distances to portals, as lower bounds on the path of a disc's centre. Only the part of a portal
// counts that the centre can cross: at least one radius away from both of its ends. Of a portal
// shorter than the diameter that part is its middle.
#pragma once

#include <utility>

#include "clearway/geometry/point.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

class PortalDistances {
 public:
  explicit PortalDistances(const Mesh& mesh) : mesh_(mesh) {}
  void set_radius(double radius) { radius_ = radius; }

  double to(const Point& p, HalfEdgeId portal) const;
  // Between two portals of one channel, which never cross.
  double between(HalfEdgeId a, HalfEdgeId b) const;
  // Whether portal a is shorter than portal b.
  bool is_shorter(HalfEdgeId a, HalfEdgeId b) const;

 private:
  std::pair<Point, Point> crossable(HalfEdgeId portal) const;

  const Mesh& mesh_;
  double radius_ = 0.0;
};

}  // namespace clearway
