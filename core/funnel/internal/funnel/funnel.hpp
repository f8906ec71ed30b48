// The funnel algorithm (Demyen 2007, 4.4; Lee and Preparata 1984): the shortest path of a point
// through a channel of triangles, in linear time.
#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "funnel/point_funnel.hpp"

namespace clearway {

// A portal of the channel, as seen in the direction of travel.
struct Portal {
  Point left, right;
};

// Corners of the shortest path from start to goal through the portals in order, including both
// ends, without collinear corners. No two consecutive points are equal (one point if start ==
// goal). All turns are decided exactly.
std::vector<Point> funnel(const Point& start, const Point& goal, std::span<const Portal> portals);
// The same into `path`, whose memory is used again; `scratch` is kept between calls.
void funnel(const Point& start, const Point& goal, std::span<const Portal> portals,
            PointFunnel<>& scratch, std::vector<Point>& path);

}  // namespace clearway
