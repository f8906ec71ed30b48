// The metrics of channels (ChannelSearch::find): the point of a half-edge through which the
// polyline that measures a channel passes.
#pragma once

#include <cmath>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

struct ChannelMetric {
  const Mesh& mesh;
  Point goal;
  double radius;
  int number;  // 1 to 4

  static double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

  // `from`: the previous point of the polyline.
  Point point_of(HalfEdgeId e, const Point& from) const;
};

}  // namespace clearway
